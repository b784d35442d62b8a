"""Keeping a run: its name, its place in the lists, its chats, and the notes above an answer."""

from __future__ import annotations

from collections.abc import Sequence

from engine.display.listed import Records
from engine.errors import NotFound, worded
from engine.language.care import Note, care_of
from engine.moments import meant
from engine.moments.whole_run import WholeRun
from engine.records import AgentId
from engine.store.living.clearing import Removing, untold
from engine.store.living.deleting import delete_run, empty_run, restore_run
from engine.store.living.disk import disk_of
from engine.store.living.runs import hide_run, rename_run
from engine.store.writing import chats
from engine.store.writing.chats import Chat, Message, Speaker


class KeptRun(WholeRun):
    """A run as the workspace stores it."""

    def rename(self, name: str) -> None:
        """Rename the run."""
        self.row = rename_run(self.store, self.number, meant.words(name, worded("the name of a run")))

    def archive(self, *, archived: bool = True) -> None:
        """Hide the run from the lists, or (`archived` false) show it again. Its log and its forks are kept,
        and it can still be found by its id.
        """
        self.row = hide_run(self.store, self.number, hidden=meant.yes_or_no(archived, worded("archived")))

    def delete(self) -> None:
        """Move the run out of every list; `restore` brings it back until it is emptied. Its forks are kept.
        Raises RunBusy while it is being simulated.
        """
        self.row = delete_run(self.store, self.number)

    def restore(self) -> None:
        """Restore the run after it was deleted."""
        self.row = restore_run(self.store, self.number)

    def empty(self, told: Removing | None = None) -> int:
        """Remove the run for good after it was deleted, and return by how many bytes the workspace file
        shrinks; `told` is called with the rows removed and the total.

        Raises BadInput if it is not deleted, a fork is based on it, or another run is answered from it.
        """
        return empty_run(self.store, self.number, told or untold)

    @property
    def disk(self) -> int:
        """Return roughly how many bytes the run takes in the workspace; a fork, without its past."""
        return disk_of(self.store, self.number)

    # ---- chats kept beside the log

    def chats(self, agent: AgentId | None = None) -> Records[Chat]:
        """Return the chats held in the studio, newest first; only those with one agent if given."""
        who = None if agent is None else self.agent(agent)
        return Records.of(Chat, chats.chats_of(self.store, self.number, who))

    def chat_messages(self, chat: int) -> Records[Message]:
        """Return the messages of a chat, in order."""
        return Records.of(Message, chats.messages_of(self.store, self._chat(chat)))

    def add_message(
        self,
        chat: int,
        speaker: Speaker,
        text: str,
        *,
        recalled: Sequence[int] = (),
        asked_by: str = "",
        unfounded: Sequence[str] = (),
    ) -> None:
        """Add a message to a chat: the role the user asked in, the memories an answer rests on, and its
        sentences without support.

        Parameters
        ----------
        chat : int
            The number of a chat of this run.
        speaker : str
            The side that says it.
        text : str
            The text of the message.
        recalled : sequence of int
            The ids of the memories that an answer rests on.
        asked_by : str
            The role in which the user asks.
        unfounded : sequence of str
            The sentences of an answer that nothing supports.

        Raises
        ------
        NotFound
            When this run has no such chat.

        """
        who, said = (
            meant.one_of(speaker, worded("speaker"), chats.SPEAKERS),
            meant.words(text, worded("the text of a message")),
        )
        rows = [meant.row_id(one) for one in recalled]
        asker = meant.asker_meant(self.town, asked_by, "")
        marked = meant.texts(unfounded, worded("a sentence"))
        named = asker.agent or asker.words if asker is not None else ""
        number = self._chat(chat)
        chats.add_message(self.store, number, who, said, recalled=rows, asked_by=named, unfounded=marked)

    def delete_chat(self, chat: int) -> None:
        """Delete a chat and its messages for good; the log is not affected."""
        chats.delete_chats(self.store, [self._chat(chat)])

    def delete_interviews(self) -> int:
        """Delete all interviews of this run for good, with every agent, and return their number."""
        numbers = [chat.number for chat in self.chats() if chat.kind == "interview"]
        chats.delete_chats(self.store, numbers)
        return len(numbers)

    # ---- what stands above what is said

    def help_at(self, text: str) -> tuple[Note, ...]:
        """Return the help notes for a text that mentions self-harm; empty for most texts."""
        return care_of(self.store.path.parent).help_at(meant.words(text, worded("a text")))

    def notes(self, agent: str, question: str, answer: str) -> tuple[Note, ...]:
        """Return the notes to show above an answer: help, and a reminder that no human being speaks if the
        question or the answer suggests one.

        Parameters
        ----------
        agent : str
            The id or name of the agent that answered.
        question : str
            The question.
        answer : str
            The answer.

        Returns
        -------
        tuple of Note
            The notes to show; mostly empty.

        """
        name = self.town.cast.names[self.agent(agent)]
        asked, said = meant.question_meant(question), meant.words(answer, worded("an answer"))
        return care_of(self.store.path.parent).notes(asked, said, name, self.scenario.language)

    def _chat(self, number: int) -> int:
        """Return the number of a chat of this run. Raises NotFound if it is not one."""
        found = chats.chat_of(self.store, meant.row_id(number))
        if found.run != self.number:
            raise NotFound(
                worded(
                    "run {id!r} has no chat number {number}; `chats` lists its chats",
                    number=number,
                    id=self.row.id,
                )
            )
        return found.number
