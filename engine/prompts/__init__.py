"""Prompts: the questions put to a model, their wording, and the check of every answer."""

from engine.prompts.checked import checked, kept
from engine.prompts.render import Rendered, key, render

__all__ = ["Rendered", "checked", "kept", "key", "render"]
