"""Does what is written come true? Stories as data (`tests/stories/`), lived and held against their log."""
