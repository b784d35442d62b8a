"""The titles and descriptions of the studio's own sifts, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.api.run import Sift
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

# By name; a sift that is not named here is called as its file says.
BUNDLED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "asked-in-vain": (
            marked("Got no answer"),
            marked("A conversation ended with a question, or only one person spoke."),
        ),
        "behind-their-back": (
            marked("Behind their back"),
            marked("A person said what they think of someone who was not there to hear it."),
        ),
        "changed-sides": (
            marked("Relationship reversed"),
            marked("A relationship went from warm to cold, or from cold to warm."),
        ),
        "changed-their-mind": (
            marked("Changed their mind"),
            marked("A person broke off a plan for an important reason, or gave up an intention."),
        ),
        "did-not-manage-it": (
            marked("Attempt failed"),
            marked("A person set out to do something and did not succeed."),
        ),
        "first-meeting": (
            marked("First meeting"),
            marked("Two strangers talked with each other for the first time."),
        ),
        "heard-it-last": (
            marked("Last to hear"),
            marked("The last person to hear a piece of news that at least half of the town knows."),
        ),
        "kept-to-oneself": (
            marked("Kept it to themselves"),
            marked("A person knows a fact, talked with people who do not know it, and told nobody."),
        ),
        "never-met": (
            marked("Never met"),
            marked("A person has a relationship with someone they have never talked with."),
        ),
        "nobody-came": (
            marked("Nobody came"),
            marked("A person hosted a gathering, and nobody came."),
        ),
        "nobody-saw-to-it": (
            marked("Nobody dealt with it"),
            marked("Something urgent happened, and nobody did what was needed."),
        ),
        "promised-and-broke-it": (
            marked("Broke a promise"),
            marked("A person agreed to come somewhere or to do something, and did not."),
        ),
        "reached-its-subject": (
            marked("Heard what was said about them"),
            marked("A person heard what others say about them, directly or from someone else."),
        ),
        "secret-got-out": (
            marked("A secret got out"),
            marked("A person's secret was told to someone who was not meant to know it first."),
        ),
        "secret-reached-them": (
            marked("A secret reached the wrong person"),
            marked("A person's secret reached someone it is kept from."),
        ),
        "stuck-or-silent": (
            marked("Stuck or silent"),
            marked(
                "A person said nothing or stood still all day, waited in vain, or could not think, "
                "with the reason."
            ),
        ),
        "tie-turned-twice": (
            marked("Relationship changed course twice"),
            marked(
                "A person grew closer to someone and then cooler, or the reverse, and then changed "
                "course again."
            ),
        ),
        "told-it-otherwise": (
            marked("Changed a detail"),
            marked("A person passed something on and changed a time, a day, a place or a number."),
        ),
    }
)


def title_words(sift: Sift) -> str:
    """Return the title of a sift; an author's own is not translated."""
    return sift.title if sift.is_own or sift.name not in BUNDLED else tr(BUNDLED[sift.name][0])


def says_words(sift: Sift) -> str:
    """Return the description of a sift; an author's own is not translated."""
    return sift.says if sift.is_own or sift.name not in BUNDLED else tr(BUNDLED[sift.name][1])
