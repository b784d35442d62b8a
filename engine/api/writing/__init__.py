"""Unfinished work of authors: drafts, their own wordings of prompts, unsent fields."""
