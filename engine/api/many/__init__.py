"""Many runs at once: batches of them."""
