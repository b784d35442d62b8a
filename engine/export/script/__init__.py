"""The talks of a run, scene by scene, and how names and texts are written for other programs."""
