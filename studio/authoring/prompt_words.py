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
    marked("The start of every prompt: who is thinking, and by which rules."),
    marked("Asked when a person wakes up or plans the day again: the day in a few blocks."),
    marked("Asked when a block of the day starts: its steps, each in a room and with its objects."),
    marked("How important each observation is, from 1 to 10, when there is nothing to react to."),
    marked("Whether to leave the plan because of an observation or a door that does not open."),
    marked("The next line of a conversation, one person at a time."),
    marked("What a person keeps from a conversation that just ended: what they learned, agreed on and felt."),
    marked("The first half of a reflection: the questions that the newest memories raise."),
    marked("The second half of a reflection: conclusions, each with the memories it rests on."),
    marked("Your questions on the Chat page or from `townwright ask`, answered off the record."),
    marked(
        "Your questions to everybody on the Chat page or from `townwright survey`, answered off the record."
    ),
    marked("What a person makes of a whisper: an intention, and when to act on it."),
    marked(
        "Asked when a run starts and when you whisper: what memories, facts or a whisper ask people to do."
    ),
    marked("What a person chooses at a vote, a verdict or an auction."),
    marked("The diary at bedtime, used to plan the next day."),
    marked(
        "The paper of a day, written when you ask for it on the Day page or with `townwright paper --write`."
    ),
)
_MEANINGS = (
    marked("the event at which they choose"),
    marked("the question to decide"),
    marked("the person who is thinking: age, traits, home, work, way of speaking"),
    marked("the full name of the person who is thinking"),
    marked("the name of the town"),
    marked("the language in which the town thinks and speaks"),
    marked("what the diary says about the day before"),
    marked("today's plan so far"),
    marked("what they agreed on or decided to do"),
    marked("what they intend to do, keep secret or never do, and where to find the people involved"),
    marked("the memories that come to mind, with tags if the answer cites them"),
    marked("the places they know, with walking distance, opening hours and rooms"),
    marked("the rooms they have heard of but do not know the way to"),
    marked("what happened that day, in order of time, with tags"),
    marked("the number of the edition, from the second one on"),
    marked("the day and time"),
    marked("how they talk: some of their sayings, word for word"),
    marked("the day of the week"),
    marked("the date"),
    marked("when they usually get up"),
    marked("when they usually go to bed"),
    marked("their usual day, from the persona's file"),
    marked("how they feel, in words"),
    marked("the rooms that an answer can name"),
    marked("the people that an answer can name"),
    marked("the objects that an answer can name"),
    marked("the part of the day to plan in detail"),
    marked("the day in one sentence"),
    marked("what interrupted the plan, if anything"),
    marked("the rooms they can be in, with the objects there and the states they can be left in"),
    marked("what they noticed, numbered"),
    marked("what they are doing"),
    marked("the room they are in"),
    marked("what they notice, with urgent things marked"),
    marked("why the door in front of them does not open, if there is one"),
    marked("how many minutes they have waited there"),
    marked("the people present: relationship, closeness, last conversation"),
    marked("what they agreed on or decided to do that does not come to mind by itself"),
    marked("the tags of the memories that a person present already knows"),
    marked("the place they have to find today"),
    marked("the objects in the room and their states"),
    marked("what they plan next"),
    marked("who else they met today"),
    marked("the conversation so far"),
    marked("the places they know that others mentioned, with walking distance"),
    marked("the people they talked with: relationship, closeness"),
    marked("what they want to get or find out from anyone who can help, with tags"),
    marked("the most important recent memories"),
    marked("the questions they ask themselves"),
    marked("the people they know: relationship, closeness, current activity, last conversation"),
    marked("their earlier conclusions"),
    marked("the question they are asked"),
    marked("who asks, the relationship to them, and what is kept from them"),
    marked("today's plan"),
    marked("where they have been recently, what they did and who they met"),
    marked("what the diary says"),
    marked("earlier questions and answers"),
    marked("the options to choose from"),
    marked("the range that a number must be in"),
    marked("the whispered thought"),
    marked("what it asks them to do, as far as it was understood"),
    marked("the texts, each with its source"),
    marked("the people they know or the texts name, with the relationship"),
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
