"""Many runs: a town lived again and again, and what comes of it how often."""
