"""The word banks for proposed and drafted people, by the language of their town."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from pydantic import Field

from engine.errors import BadInput, ScenarioProblems, with_commas, worded
from engine.language.languages import FALLBACK, PACKS, folders_for
from engine.scenario.generating.bank import Entry, Want, read_bank
from engine.scenario.generating.casting import AXES
from engine.scenario.reading.check import check_file


class Tongue(Entry):
    """What is said of people who are proposed: names, poles of the axes, what they want and do."""

    family_names: list[str]
    first_names: list[str]
    between: str = Field(" ", description="Between the two parts of a name.")
    axes: dict[str, list[str]]
    clashes: dict[str, list[str]]
    adjectives: list[str]
    traits: list[str]
    registers: list[str]
    sayings: list[str]
    wants: list[Want]
    worries: list[str]
    memories: list[str]
    breakfasts: list[str]
    lunches: list[str]
    suppers: list[str]
    evenings: list[str]
    daily: list[str] = Field(
        description="In the morning, in the afternoon and before supper, at a public place."
    )
    work: str
    ties: list[str]
    friend: str = Field(description="Who is meant where nobody else lives in the town.")
    indefinite: list[str] = Field(description="How a sentence begins that names nobody.")
    is_so: str = Field(description="The sentence that names them.")

    def name(self, family: str, first: str) -> str:
        """Return a full name; if the language puts nothing between the parts, the family name comes first."""
        return f"{first}{self.between}{family}" if self.between else f"{family}{first}"

    def clashing(self, adjective: str, pole: str) -> bool:
        """Return whether another trait would contradict or repeat a pole."""
        return adjective == pole or adjective in self.clashes.get(pole, ())


@cache
def tongue(language: str) -> Tongue:
    """Return the word bank of a language. Raises BadInput if there is none."""
    for folder in folders_for(language):
        file = folder / "casting.yaml"
        if file.is_file():
            return _read(file.read_bytes())
        if folder.name == FALLBACK and language.partition("-")[0] == FALLBACK:
            return _english()
    known = [FALLBACK, *sorted(file.parent.name for file in PACKS.glob("*/casting.yaml"))]
    raise BadInput(
        worded(
            "people cannot be proposed in the language {language!r} yet; use one of: {known}",
            language=language,
            known=with_commas(known),
        )
    )


def _read(content: bytes) -> Tongue:
    source = check_file(content, "casting.yaml", Tongue)
    errors = [problem for problem in source.problems if problem.severity == "error"]
    if source.part is None or errors:
        raise ScenarioProblems(errors)
    return source.part


def _english() -> Tongue:
    bank = read_bank()
    return Tongue(
        family_names=bank.family_names, first_names=bank.first_names, between=" ",
        axes={axis: list(poles) for axis, poles in AXES.items()},
        clashes={pole: list(others) for pole, others in _CLASHES.items()},
        adjectives=bank.adjectives, traits=[*_PLAIN, *bank.adjectives], registers=bank.registers,
        sayings=bank.sayings, wants=bank.wants, worries=bank.worries, memories=bank.memories,
        breakfasts=bank.breakfasts, lunches=bank.lunches, suppers=bank.suppers, evenings=bank.evenings,
        daily=["look in and hear the news", "sit and watch", "talk to people"], work="work",
        ties=["neighbour", "acquaintance", "friend"], friend="an old friend",
        indefinite=["a ", "an ", "the "], is_so="{name} is {said}",
    )  # fmt: skip


_CLASHES: Mapping[str, frozenset[str]] = {
    "warm": frozenset({"gentle", "generous", "quick to forgive"}),
    "cool": frozenset({"warm", "easily moved"}),
    "bold": frozenset({"shy", "cautious"}),
    "shy": frozenset({"brave", "talkative", "proud"}),
    "talkative": frozenset({"shy"}),
    "quiet": frozenset({"talkative"}),
    "orderly": frozenset({"forgetful"}),
    "careless": frozenset({"orderly", "fussy", "fond of rules"}),
    "cheerful": frozenset({"sceptical"}),
    "gloomy": frozenset({"cheerful", "playful"}),
    "secretive": frozenset({"honest to a fault", "blunt"}),
    "patient": frozenset({"restless"}),
    "quick-tempered": frozenset({"patient", "gentle"}),
    "set in their ways": frozenset({"curious", "fond of exceptions"}),
}
_PLAIN: Sequence[str] = (
    "absent-minded", "ambitious", "anxious", "bitter", "blunt", "bookish", "bossy", "brave", "calm",
    "careful", "cautious", "cheerful", "clever", "clumsy", "cold", "cowardly", "curious", "cynical",
    "discreet", "dreamy", "dry", "easygoing", "envious", "faithful", "fearless", "forgetful", "friendly",
    "funny", "fussy", "generous", "gentle", "gloomy", "greedy", "grumpy", "handy", "hardworking", "honest",
    "humble", "impatient", "impulsive", "jealous", "kind", "lazy", "lonely", "loud", "loyal", "melancholy",
    "mischievous", "modest", "moody", "nervous", "nosy", "observant", "patient", "pious", "polite",
    "practical", "proud", "quarrelsome", "quick-tempered", "religious", "reliable", "restless", "romantic",
    "ruthless", "sad", "sarcastic", "secretive", "selfish", "sensitive", "sentimental", "serious", "sly",
    "sociable", "stern", "stingy", "strict", "stubborn", "superstitious", "suspicious", "tactless",
    "talkative", "thoughtful", "thrifty", "tidy", "timid", "trusting", "vain", "vengeful", "wary", "wise",
    "witty",
)  # fmt: skip
