"""Statements: whom a text is about, and whether it is a view, as the rules of the rehearsal model read it."""

from __future__ import annotations

from engine.cognition.thinker import Town
from engine.records import AgentId
from engine.rehearsal.language.names import Everybody
from engine.rehearsal.language.pack import bundled_packs, pack_for
from engine.rehearsal.understand import Proposition, understand

_VIEWS = ("thinks", "feels")


class Statements:
    """Reads what texts of a town's log say of its people."""

    def __init__(self, town: Town) -> None:
        self._everybody = Everybody(town.cast.known_as)
        self._pack = pack_for(bundled_packs(), town.scenario.language)

    def subjects(self, text: str) -> tuple[AgentId, ...]:
        """Return the agents who do or are what a text says, not those whose things it is about."""
        says = self._read(text)
        _, possessive = self._pack.grammar.possessive_of.split("{name}")
        who = [says.who] if says.who is not None and not says.does.startswith(possessive) else []
        return tuple(dict.fromkeys(map(self._everybody.agent_of, (*who, *says.sides))))

    def is_view(self, text: str) -> bool:
        """Return whether a text says what somebody thinks or feels."""
        return self._read(text).relation in _VIEWS

    def _read(self, text: str) -> Proposition:
        return understand(text, self._everybody, self._pack)
