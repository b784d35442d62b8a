"""The titles of the prompts, their purposes and placeholders, in the reader's language.

The engine has them in English; texts that are not in these lists stay English.
"""

from __future__ import annotations

from engine.api.prompts import MEANINGS, PURPOSES
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_TITLES = (
    marked("Common"),
    marked("Plan day"),
    marked("Plan block"),
    marked("Rate"),
    marked("React"),
    marked("Speak"),
    marked("Take away"),
    marked("Ask oneself"),
    marked("Conclude"),
    marked("Interview"),
    marked("Survey"),
    marked("Heed"),
    marked("Choose"),
    marked("Keep diary"),
    marked("Write paper"),
    marked("Understand"),
)
_PURPOSES = (
    marked("What every question begins with: who is thinking, and by which rules."),
    marked("Asked on waking, and when the day is planned anew: the day in a few blocks."),
    marked("Asked when a part of the day begins: its pieces, each in a room, with its objects."),
    marked("How much each thing that was noticed matters, from 1 to 10, where nothing is to be done."),
    marked("Whether to leave the plan for what was just noticed, or for a door that does not open."),
    marked("The next line of a talk, one person at a time."),
    marked("What stays of a talk that has just ended: what was learned, agreed on and felt."),
    marked("The first half of a reflection: the questions that the newest memories raise."),
    marked("The second half of a reflection: conclusions, each with the memories it rests on."),
    marked("What you ask on the Chat page, or with `townwright ask`: answered off the record."),
    marked("What you ask of everybody on the Chat page, or with `townwright survey`, off the record."),
    marked("What becomes of a whisper: a resolve, and when it is to be acted on."),
    marked("Asked as a town begins, and of whispers: what memories, facts or a whisper ask."),
    marked("What somebody chooses at a vote, a verdict or an auction of the town."),
    marked("The diary at bedtime, which feeds the plan of the next day."),
    marked("The paper of a day, when you ask for it on the Day page or with `townwright paper --write`."),
)
_MEANINGS = (
    marked("the event at which they choose"),
    marked("what is to be decided"),
    marked("who is thinking: age, traits, home, work, way of speaking"),
    marked("the full name of who is thinking"),
    marked("the name of the town"),
    marked("the language in which the town thinks and speaks"),
    marked("what the diary says of the day before"),
    marked("today's plan so far"),
    marked("what was agreed on or resolved"),
    marked("what they mean to do, keep secret or never do, with where to find whom"),
    marked("the memories that come to mind, tagged where the answer cites them"),
    marked("the places they know, with the walk there, hours and rooms"),
    marked("the rooms they have heard of and do not know the way to"),
    marked("what happened on the day, in the order of its hours, tagged"),
    marked("which edition it is, from the second on"),
    marked("the day and hour"),
    marked("how they sound: some of what they say, word for word"),
    marked("the day of the week"),
    marked("the date"),
    marked("when they usually get up"),
    marked("when they usually go to bed"),
    marked("their usual day, from the persona's file"),
    marked("how they feel, in words"),
    marked("the rooms that an answer may name"),
    marked("the people that an answer may name"),
    marked("the objects that an answer may name"),
    marked("the part of the day that is taken apart"),
    marked("the day in one sentence"),
    marked("what came in between, if anything did"),
    marked("the rooms they may be in, with what stands in them and how it may be left"),
    marked("what was noticed, numbered"),
    marked("what they are doing"),
    marked("the room they are in"),
    marked("what they notice, the urgent marked"),
    marked("what keeps a door shut, when they stand before one"),
    marked("for how many minutes they waited there"),
    marked("those present: relation, closeness, the last talk"),
    marked("what was agreed on or resolved and does not come to mind by itself"),
    marked("the tags of the memories that somebody present was told already"),
    marked("the place they have to find today"),
    marked("what stands in the room, as it looks"),
    marked("what they plan next"),
    marked("whom else they met today"),
    marked("what was said so far"),
    marked("the places that others spoke of and they know, with the walk there"),
    marked("those who talked with them: relation, closeness"),
    marked("what they want to get or to know of whoever has it or knows it, tagged"),
    marked("the latest memories that weigh most"),
    marked("the questions they ask themselves"),
    marked("those they know: relation, closeness, what they are doing, the last talk"),
    marked("what they have concluded before"),
    marked("what they are asked"),
    marked("who asks, how they stand to them, and what they keep from them"),
    marked("the plan of today"),
    marked("where they were of late, what they did, whom they met"),
    marked("what the diary says"),
    marked("what was asked and answered before"),
    marked("what there is to choose from"),
    marked("between what a number has to be"),
    marked("the thought that was whispered"),
    marked("what it asks of them, as far as it was understood"),
    marked("the texts, each with where they have it from"),
    marked("those they know or who are named in the texts, with the relation"),
    marked("the number of the day"),
    marked("what they remember of the day"),
)


def prompt_title(prompt: str) -> str:
    """Return the title of a prompt's page: `Plan day`."""
    title = prompt.replace("_", " ").capitalize()
    return tr(title)


def prompt_purpose(prompt: str) -> str:
    """Return the purpose of a prompt."""
    purpose = PURPOSES[prompt]
    return tr(purpose)


def placeholder_meaning(prompt: str, name: str) -> str:
    """Return the meaning of a placeholder of a prompt."""
    meaning = MEANINGS[prompt][name]
    return tr(meaning)
