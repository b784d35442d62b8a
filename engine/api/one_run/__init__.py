"""The parts of a run, by what is done with it; `engine.api.run` has it whole."""
