"""tbd"""
from dataclasses import dataclass
@dataclass(frozen=True, slots=True)
class Rendered:
    """tbd"""
    system: str
    user: str
def key(prompt, model_id): ...
def render(prompt): ...
