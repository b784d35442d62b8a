"""What is said in a run, scene by scene, and how its names and texts are written for other programs."""
