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
        marked("Set the state of an object."),
        marked("Object"),
        marked("New state"),
        marked("Make something happen"),
        marked("Let it happen"),
        marked("Make something happen in a room; everybody there sees it."),
        marked("Where"),
        marked("What"),
        marked("A black dog runs in, dripping wet."),
        marked("Move somebody"),
        marked("Move"),
        marked("Move an agent to another room, where they stay for an hour."),
        marked("Who"),
        marked("Where to"),
        marked("Put words into a mouth"),
        marked("Let it be said"),
        marked("Have an agent say a line to somebody in the same room, who answers."),
        marked("What is said"),
        marked("Come to supper on Friday."),
        marked("Send somebody away"),
        marked("Send away"),
        marked("Remove an agent from the town; `move` or `undo` brings them back."),
        marked("Add somebody new"),
        marked("Let them come"),
        marked("Add a new person to the town; undoing it sends them away again."),
        marked("Who they are"),
        marked("Where they come in"),
        marked("Their id"),
        marked("Amend the town"),
        marked("Let it be so"),
        marked("Change a field of a person, place, object or fact from now on."),
        marked("Of whom or what"),
        marked("Which field"),
        marked("What it says from now on"),
        marked("Commit somebody"),
        marked("Commit them"),
        marked("Commit an agent to be in a room at a moment."),
        marked("When"),
        marked("To what, as they would remember it"),
        marked("She is to meet the surveyor."),
        marked("Change a plan"),
        marked("Plan it so"),
        marked("Change what an agent does today between two times, and where."),
        marked("From"),
        marked("To"),
        marked("mend the nets"),
        marked("Let somebody reconsider"),
        marked("Reconsider now"),
        marked("Have an agent replan the rest of the day now."),
        marked("Let somebody reflect"),
        marked("Reflect now"),
        marked("Have an agent reflect now, in the next turn."),
        marked("Add a memory"),
        marked("Add it"),
        marked("Add a memory to an agent, as if it had always been theirs."),
        marked("Importance, from 1 to 10"),
        marked("Edit a memory"),
        marked("Edit it"),
        marked("Change the words of a memory."),
        marked("Which memory"),
        marked("In these words"),
        marked("Retract a memory"),
        marked("Retract it"),
        marked("Retract a memory: it stays in the log but is never recalled."),
        marked("Make or break a tie"),
        marked("Change an agent's relationship to another agent."),
        marked("To whom"),
        marked("Closeness, from -1 to 1"),
        marked("What the other is to them"),
        marked("rival"),
        marked("Set how somebody is"),
        marked("Set an agent's energy or mood, from 0 to 100."),
        marked("Which value"),
        marked("How much, from 0 to 100"),
        marked("Lock a block of a plan"),
        marked("Lock it"),
        marked("Lock a block of an agent's plan for today, so that replanning keeps it."),
        marked("The block that holds this time"),
        marked("Lock a tie"),
        marked("Lock a relationship, so that talks do not change it."),
        marked("Lock a line"),
        marked("Have an agent say an exact line in the next talk with somebody, or in a rerun."),
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
