"""Many runs at once: batches."""
