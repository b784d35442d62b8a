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
            marked("Asked and got no answer"),
            marked("A talk ended on a question, or one spoke and the other said nothing."),
        ),
        "behind-their-back": (
            marked("Behind their back"),
            marked("Somebody said what they think of another who was not there to hear it."),
        ),
        "changed-sides": (
            marked("Changed sides"),
            marked("A tie went from warm to cold, or from cold to warm."),
        ),
        "changed-their-mind": (
            marked("Changed their mind"),
            marked("Somebody broke off a plan for a reason of weight, or gave up what they meant to do."),
        ),
        "did-not-manage-it": (
            marked("Did not manage it"),
            marked("Somebody set out to do something, and it came to nothing."),
        ),
        "first-meeting": (
            marked("First meeting"),
            marked("Two people who were strangers talked with each other for the first time."),
        ),
        "heard-it-last": (
            marked("Heard it last"),
            marked("Half of the town or more knows a piece of news, and this is who came to hear it last."),
        ),
        "kept-to-oneself": (
            marked("Kept it to oneself"),
            marked("Somebody knows a fact, has talked with people who do not, and has told nobody."),
        ),
        "never-met": (
            marked("Never met"),
            marked("Somebody has a tie to another, and the two have not once talked with each other."),
        ),
        "nobody-came": (
            marked("Nobody came"),
            marked("Somebody held an occasion, and nobody came to it."),
        ),
        "nobody-saw-to-it": (
            marked("Nobody saw to it"),
            marked("Something urgent happened, and nobody did what was needed."),
        ),
        "promised-and-broke-it": (
            marked("Promised and broke it"),
            marked("Somebody had agreed with others to come somewhere, and did not."),
        ),
        "reached-its-subject": (
            marked("It reached its subject"),
            marked("What others say of somebody came to that very person, from another or to the face."),
        ),
        "secret-got-out": (
            marked("A secret got out"),
            marked("What somebody keeps was told to one who was not meant to be the first to know."),
        ),
        "secret-reached-them": (
            marked("A secret reached them"),
            marked("What somebody keeps from others came to one of those it is kept from."),
        ),
        "stuck-or-silent": (
            marked("Stuck or silent"),
            marked(
                "Somebody said nothing or stood still all day, waited in vain, or could not think, "
                "with the reason."
            ),
        ),
        "tie-turned-twice": (
            marked("A tie that turned twice"),
            marked("Somebody warmed to another and cooled, or cooled and warmed, and then turned again."),
        ),
        "told-it-otherwise": (
            marked("Said what is not so"),
            marked("Somebody passed something on, and changed an hour, a day, a place or a number of it."),
        ),
    }
)


def title_words(sift: Sift) -> str:
    """Return the title of a sift; an author's own is not translated."""
    return sift.title if sift.is_own or sift.name not in BUNDLED else tr(BUNDLED[sift.name][0])


def says_words(sift: Sift) -> str:
    """Return the description of a sift; an author's own is not translated."""
    return sift.says if sift.is_own or sift.name not in BUNDLED else tr(BUNDLED[sift.name][1])
