"""Descriptions and signatures of interventions in the reader's language."""

from __future__ import annotations

from engine.api.interventions import Intervention
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_NOBODY_SAID = marked("author")  # who did what nobody signed

IN_FORMS = frozenset(  # titles, buttons, summaries, labels and examples, as the engine has them
    {
        marked("Set an object's state"),
        marked("Set"),
        marked("Set the state of an object."),
        marked("Object"),
        marked("New state"),
        marked("Make something happen"),
        marked("Make it happen"),
        marked("Make something happen in a room; everybody there sees it."),
        marked("Where"),
        marked("What"),
        marked("A black dog runs in, dripping wet."),
        marked("Move a person"),
        marked("Move"),
        marked("Move a person to another room, where they stay for an hour."),
        marked("Who"),
        marked("Destination"),
        marked("Have a person speak"),
        marked("Say it"),
        marked("Have a person say a line to another person in the same room, who answers."),
        marked("Wording"),
        marked("Come to supper on Friday."),
        marked("Send a person away"),
        marked("Send away"),
        marked("Remove a person from the town; `move` or `undo` brings them back."),
        marked("Add a person"),
        marked("Add person"),
        marked("Add a new person to the town; undoing it sends them away again."),
        marked("Persona"),
        marked("Where they arrive"),
        marked("Person id"),
        marked("Change the town"),
        marked("Apply"),
        marked("Change a field of a person, place, object or fact from now on."),
        marked("Person, place, object or fact"),
        marked("Field"),
        marked("Value from now on"),
        marked("Add an appointment"),
        marked("Add appointment"),
        marked("Commit a person to be in a room at a given moment."),
        marked("When"),
        marked("Appointment, as they would remember it"),
        marked("She is to meet the surveyor."),
        marked("Change a plan"),
        marked("Change plan"),
        marked("Change what a person does between two times today, and where."),
        marked("From"),
        marked("To"),
        marked("mend the nets"),
        marked("Have a person reconsider"),
        marked("Reconsider now"),
        marked("Have a person replan the rest of the day now."),
        marked("Have a person reflect"),
        marked("Reflect now"),
        marked("Have a person reflect in the next turn."),
        marked("Add a memory"),
        marked("Add memory"),
        marked("Add a memory to a person, as if it had always been theirs."),
        marked("Importance, from 1 to 10"),
        marked("Edit a memory"),
        marked("Save memory"),
        marked("Change the text of a memory."),
        marked("Memory"),
        marked("New text"),
        marked("Retract a memory"),
        marked("Retract"),
        marked("Retract a memory: it stays in the log but is never recalled."),
        marked("Set a relationship"),
        marked("Change a person's relationship to another person."),
        marked("To whom"),
        marked("Closeness, from -1 to 1"),
        marked("Kind of relationship"),
        marked("rival"),
        marked("Set a person's status"),
        marked("Set a person's energy or mood, from 0 to 100."),
        marked("Status value"),
        marked("New value, from 0 to 100"),
        marked("Lock a plan block"),
        marked("Lock"),
        marked("Lock a block of a person's plan for today, so that replanning keeps it."),
        marked("Time within the block"),
        marked("Lock a relationship"),
        marked("Lock a relationship, so that conversations do not change it."),
        marked("Lock a line"),
        marked("Have a person say an exact line in the next conversation with given people, or in a rerun."),
        marked("Speaker"),
        marked("Moment of the original conversation"),
        marked("Earliest position in the conversation, starting at 1"),
        marked("Memory it passes on"),
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
