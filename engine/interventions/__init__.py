"""An author's hand in the town: what can be done, and how a runner is told."""
