"""Look-ups: answers by what the agent lived, when and with whom, and by what is to come."""
