"""Check the sense of answers of language models that have the right form."""

from engine.prompts.sense.faults import Fault, faults
from engine.prompts.sense.reading import Reading, read
from engine.prompts.sense.spoken_of import SpokenOf

__all__ = ["Fault", "Reading", "SpokenOf", "faults", "read"]
