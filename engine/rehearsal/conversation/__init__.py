"""Conversation: understanding a line, answering it, bringing up topics, and what is remembered of it all."""
