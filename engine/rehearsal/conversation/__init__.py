"""Conversation: hearing what a line does, answering it, bringing things up, and what stays of it all."""
