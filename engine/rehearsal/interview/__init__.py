"""Interviews: what an interviewer asks, and what memory, plan and persona have to say about it."""
