"""Questioning: what an interviewer wants to know, and what memory, plan and persona have to say to it."""
