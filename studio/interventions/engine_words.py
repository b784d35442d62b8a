"""Descriptions and signatures of interventions in the reader's language."""

from __future__ import annotations

from engine.api.interventions import Intervention
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_NOBODY_SAID = marked("author")  # who did what nobody signed

IN_FORMS = frozenset(  # titles, buttons, summaries, labels and examples, as the engine has them
    {
        marked("Set an object's state"),
        marked("Set it"),
        marked("Give an object a state."),
        marked("Object"),
        marked("New state"),
        marked("Make something happen"),
        marked("Let it happen"),
        marked("Let something happen in a room, seen by all who are in it."),
        marked("Where"),
        marked("What"),
        marked("A black dog runs in, dripping wet."),
        marked("Move somebody"),
        marked("Move"),
        marked("Put somebody into another room, where they stay for an hour."),
        marked("Who"),
        marked("Where to"),
        marked("Put words into a mouth"),
        marked("Let it be said"),
        marked("Have somebody say a line to somebody in the same room, who answers."),
        marked("What is said"),
        marked("Come to supper on Friday."),
        marked("Send somebody away"),
        marked("Send away"),
        marked("Take somebody out of the town; `move` or `undo` brings them back."),
        marked("Add somebody new"),
        marked("Let them come"),
        marked("Let somebody new come to live in the town; to undo it sends them away again."),
        marked("Who they are"),
        marked("Where they come in"),
        marked("Their id"),
        marked("Amend the town"),
        marked("Let it be so"),
        marked("Have the town say something else of somebody or something from now on."),
        marked("Of whom or what"),
        marked("Which field"),
        marked("What it says from now on"),
        marked("Commit somebody"),
        marked("Commit them"),
        marked("Bind somebody to be somewhere at a moment."),
        marked("When"),
        marked("To what, as they would remember it"),
        marked("She is to meet the surveyor."),
        marked("Change a plan"),
        marked("Plan it so"),
        marked("Change what somebody does today from one time to another, and where."),
        marked("From"),
        marked("To"),
        marked("mend the nets"),
        marked("Let somebody reconsider"),
        marked("Reconsider now"),
        marked("Have somebody plan the rest of the day anew, now."),
        marked("Let somebody reflect"),
        marked("Reflect now"),
        marked("Have somebody reflect on the next turn, which is now."),
        marked("Add a memory"),
        marked("Add it"),
        marked("Give somebody a memory, as if it had always been theirs."),
        marked("Importance, from 1 to 10"),
        marked("Edit a memory"),
        marked("Edit it"),
        marked("Have somebody remember something in other words."),
        marked("Which memory"),
        marked("In these words"),
        marked("Retract a memory"),
        marked("Retract it"),
        marked("Retract a memory: it stays in the log, and nothing recalls it."),
        marked("Make or break a tie"),
        marked("Change how somebody stands to somebody else."),
        marked("To whom"),
        marked("Closeness, from -1 to 1"),
        marked("What the other is to them"),
        marked("rival"),
        marked("Set how somebody is"),
        marked("Set how somebody is: their energy or mood, from 0 to 100."),
        marked("Which value"),
        marked("How much, from 0 to 100"),
        marked("Lock a block of a plan"),
        marked("Lock it"),
        marked("Keep a block of somebody's plan of today, whatever they plan anew."),
        marked("The block that holds this time"),
        marked("Lock a tie"),
        marked("Keep how somebody stands to somebody else, whatever talks bring."),
        marked("Lock a line"),
        marked("Have somebody say exactly this in the next talk with somebody, or in a rerun."),
        marked("Who says it"),
        marked("The moment of the talk it was said in"),
        marked("Not before which line of the talk, from 1"),
        marked("The memory it passes on"),
    }
)


def summary_words(kind: type[Intervention]) -> str:
    """Return the description of a kind of intervention, as a sentence."""
    summary = f"{kind.summary[0].upper()}{kind.summary[1:]}."
    return tr(summary)


def who_words(who: str) -> str:
    """Return the signer's name."""
    return tr(who) if who == _NOBODY_SAID else who


def signed_words(who: str, why: str) -> str:
    """Return the signer, with the reason if given."""
    return tr("{who}: {why}", who=who_words(who), why=why) if why else who_words(who)


def ends(words: str) -> bool:
    """Return whether a text ends like a sentence."""
    return words.endswith((".", "!", "?", "”", "…", "。", "！", "？"))


def closed(words: str) -> str:
    """Return a text with a full stop, unless a closing quotation already has one, as in Chinese."""
    return words if words.endswith("。”") else tr("{words}.", words=words)
