"""Many runs of one town, each in a workspace of its own, and what they have in common."""
