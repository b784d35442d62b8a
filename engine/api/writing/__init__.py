"""What authors are in the middle of: drafts, own wordings of prompts, fields that were not sent yet."""
