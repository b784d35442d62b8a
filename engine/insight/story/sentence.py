"""Sentences of a paper, in the language of the town, each with the rows it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.cognition.thinker import Town
from engine.insight.story.of_themselves import of_themselves
from engine.insight.story.words import story_words
from engine.insight.turning.turning_point import TurningPoint, Value
from engine.language.phrases import Phrases
from engine.records import AgentId, Names, Path
from engine.rehearsal.language.names import Everybody
from engine.world.cast import Cast

_MOST_NAMED = 8
_PLACES = ("place",)
_DOUBLED = (
    ("..", "."), ("?.", "?"), ("!.", "!"), (".”.", ".”"), ("。。", "。"), ("？。", "？"), ("！。", "！"),
    (". .", "."), (".,", ","),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSentence:
    """A sentence, the ids of the rows it rests on (the first is explained), and the agents in it."""

    text: str
    ids: tuple[int, ...]
    who: tuple[AgentId, ...] = ()


class Teller:
    """Writes sentences about events in the town's language."""

    def __init__(self, town: Town) -> None:
        self._town = town
        self._phrases: Phrases = town.phrases
        self.words = story_words(self._town.scenario.language)
        self._everybody = Everybody(_told_apart(town.cast))

    def headline(self, point: TurningPoint) -> PaperSentence:
        """Return the headline of a turning point: a shorter form of its sentence."""
        values = {**point.values, **self._missing(point)}
        name = "occasion_of_one" if len(point.values.get("came", ())) == 1 else _wording(point)
        wordings = self.words.headlines.get(name, self.words.headlines[point.turn])
        headline = self._sentence(wordings, point.ids, point.who, values)
        topic = point.values.get("topic")
        if not isinstance(topic, str) or not topic:
            return headline
        return replace(headline, text=_tidied(self.words.topic.format(topic=topic, headline=headline.text)))

    def quiet(self) -> PaperSentence:
        """Return the headline of a day without turning points, which rests on no row."""
        return PaperSentence(text=self.words.headlines["quiet"][0], ids=())

    def turn(self, point: TurningPoint) -> PaperSentence:
        """Return a turning point as a sentence."""
        name = _wording(point)
        told = self._sentence(self.words.turning_points[name], point.ids, point.who, point.values)
        because = point.values.get("because")
        if not isinstance(because, str) or not because:
            return told
        joined = str(self.words.turning_points["because"]).format(
            sentence=told.text, because=_tidied(self._everybody.called(because))
        )
        return replace(told, text=_tidied(joined))

    def of(
        self, name: str, who: AgentId, ids: Sequence[int], values: Mapping[str, Value], *, turn: int = 0
    ) -> PaperSentence:
        """Return a sentence about an agent; `turn` chooses among its wordings."""
        filled = {"who": (who,), **values}
        return self._sentence(self.words.people[name], ids, (who,), filled, turn=turn)

    def of_themselves(self, agent: AgentId, text: str) -> str:
        """Return a text of the log as it is told in the paragraph about an agent."""
        name = self._everybody.names[agent]
        return of_themselves(text.strip(), name, self._everybody, self._town.scenario.language)

    def sifted(self, name: str, ids: Sequence[int], values: Mapping[str, Value]) -> PaperSentence | None:
        """Return a sift's finding as a sentence.

        None if the language has no wording of that name, or if nothing fills a gap of the wording.
        """
        wordings = self.words.sifts.get(name, ())
        try:
            return self._sentence(wordings, ids, (), values) if wordings else None
        except KeyError:
            return None

    def listed(self, agents: Sequence[AgentId]) -> str:
        """Return a list of agents as they are called, for use in a sentence."""
        called = [self._town.cast.known_as[agent].called for agent in agents[:_MOST_NAMED]]
        more = len(agents) - len(called)
        return self._phrases.list([*called, self.words.others.format(n=more)] if more else called)

    def _sentence(
        self,
        wordings: Sequence[str],
        ids: Sequence[int],
        who: Sequence[AgentId],
        values: Mapping[str, Value],
        *,
        turn: int | None = None,
    ) -> PaperSentence:
        wording = wordings[(ids[0] if turn is None and ids else turn or 0) % len(wordings)]
        filled = {name: self._filled(name, value) for name, value in values.items()}
        text = wording.format_map({**self._pronouns(values), **filled, **self._where(values)})
        return PaperSentence(text=_tidied(text), ids=tuple(ids), who=tuple(who))

    def _filled(self, name: str, value: Value) -> str:
        if isinstance(value, tuple):
            return self.listed(value)
        return self._place(value) if name in _PLACES else self._everybody.called(value.strip())

    def _place(self, path: Path) -> str:
        return self._phrases.place(path.partition("/")[0])

    def _where(self, values: Mapping[str, Value]) -> Mapping[str, str]:
        """Return the words for the room of an act if its place is not clear enough, else for its place."""
        room, place = values.get("room"), values.get("place")
        found = self._town.world.rooms.get(room) if isinstance(room, str) and "/" in room else None
        if found is not None:
            return {"where": self.words.where["room"].format(place=self._phrases.room(found))}
        if isinstance(place, str):
            return {"where": self.words.where["place"].format(place=self._place(place))}
        return {}

    def _pronouns(self, values: Mapping[str, Value]) -> dict[str, str]:
        """Return the pronouns for the first of the agents in `who`, and for a keeper and another."""
        first = values.get("who")
        agent = first[0] if isinstance(first, tuple) and first else ""
        return {**self._of(agent), **self._self_of(values)}

    def _of(self, agent: AgentId) -> dict[str, str]:
        name = self._town.cast.known_as.get(agent)
        words = dict(self.words.pronouns[name.pronouns if name else "they"])
        return {**words, "They": words["they"][:1].upper() + words["they"][1:]}

    def _self_of(self, values: Mapping[str, Value]) -> dict[str, str]:
        """Return the pronouns for the values `keeper` and `other`."""
        found: dict[str, str] = {}
        for name in ("keeper", "other"):
            value = values.get(name)
            agent = value[0] if isinstance(value, tuple) and value else ""
            found |= {f"{word}_{name}": said for word, said in self._of(agent).items()}
        return found

    def _missing(self, point: TurningPoint) -> dict[str, Value]:
        """Return the value `who` for a headline if the point has none."""
        return {} if "who" in point.values or not point.who else {"who": point.who[:1]}


def _told_apart(cast: Cast) -> Names:
    """Return the names that neighbours use; the full name of those who share a short one."""
    names = cast.known_as
    shared = {agent for agent, name in names.items() if cast.mentioned(name.called) != (agent,)}
    return Names(
        {agent: replace(name, called=name.full) if agent in shared else name for agent, name in names.items()}
    )


def _wording(point: TurningPoint) -> str:
    """Return the name of the wording for a turning point."""
    if point.turn in ("closer", "cooler") and point.values["before"] == point.values["after"]:
        return f"{point.turn}_still"
    if (
        point.turn in ("secret_reached", "secret_told", "secret_shared")
        and point.values["who"] == point.values["keeper"]
    ):
        return f"{point.turn}_oneself"
    if point.turn == "occasion" and point.values["missing"]:
        return "occasion_missing"
    if point.turn == "news_spread":
        name = "news_everywhere" if point.values["know"] == point.values["of"] else point.turn
        return name if point.values["from_others"] == "0" else f"{name}_mostly"
    if point.turn == "not_done" and "answer" in point.values:
        return "not_done_answered"
    if point.turn == "brought" and "words" in point.values:
        return "brought_in_words"
    return point.turn


def _tidied(text: str) -> str:
    """Return a sentence without the blanks and stops that empty gaps leave, with a capital first letter."""
    whole = " ".join(text.split())
    for doubled, single in _DOUBLED:
        whole = whole.replace(doubled, single)
    return whole[:1].upper() + whole[1:]
