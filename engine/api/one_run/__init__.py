"""The parts of a run by topic; `engine.api.run` combines them."""
