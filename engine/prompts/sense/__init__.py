"""Sense: what a language model says in the form that was asked for, held to make sense before it counts."""

from engine.prompts.sense.faults import Fault, faults
from engine.prompts.sense.leaving_out import left_out
from engine.prompts.sense.spoken_of import SpokenOf

__all__ = ["Fault", "SpokenOf", "faults", "left_out"]
