"""What people write: scenarios, drafts, unsent fields, chats."""
