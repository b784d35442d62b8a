"""Texts of authors and users: scenarios, drafts, unsent fields, chats."""
