"""Many runs of one town, each in a workspace of its own, and statistics over them."""
