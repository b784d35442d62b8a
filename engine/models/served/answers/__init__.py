"""The form of an answer: how a server is held to it, and how it is read."""
