"""Talk: what is said to the people of a town and by them, and what stands above it."""

from __future__ import annotations

from engine.cognition.interview import Answered as Answered
from engine.language.care import Note as Note, care_of as care_of
from engine.language.languages import about as about, suggested as suggested
from engine.language.phrases import Phrases as Phrases, phrases as phrases
from engine.store.writing.chats import Chat as Chat, Message as Message
