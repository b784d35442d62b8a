"""Many runs: a town lived again and again, with statistics."""
