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
        """Hide the run from the lists, or show it again if `archived` is false.

        The log and the forks of the run are kept, and you can still find the run by its id.
        """
        self.row = hide_run(self.store, self.number, hidden=meant.yes_or_no(archived, worded("`archived`")))

    def delete(self) -> None:
        """Delete the run. It disappears from all lists, and its forks are kept.

        `restore` restores the run until `empty` removes it permanently. Raises RunBusy if the run is being
        simulated.
        """
        self.row = delete_run(self.store, self.number)

    def restore(self) -> None:
        """Restore the run if it was deleted."""
        self.row = restore_run(self.store, self.number)

    def empty(self, told: Removing | None = None) -> int:
        """Remove the deleted run permanently, and return the number of bytes by which the workspace file
        shrinks.

        `told` is called with the number of removed rows and the total. Raises BadInput if the run is not
        deleted, if it has a fork, or if another run or an unfinished batch needs it.
        """
        return empty_run(self.store, self.number, told or untold)

    @property
    def disk(self) -> int:
        """Return the approximate disk space of the run in bytes; for a fork, without the shared past."""
        return disk_of(self.store, self.number)

    # ---- chats kept beside the log

    def chats(self, agent: AgentId | None = None) -> Records[Chat]:
        """Return the stored chats of the run, or only those with `agent` if it is given, newest first."""
        who = None if agent is None else self.agent(agent)
        return Records.of(Chat, chats.chats_of(self.store, self.number, who))

    def chat_messages(self, chat: int) -> Records[Message]:
        """Return the messages of the chat with this number, in order."""
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
        """Add a message to a stored chat.

        Parameters
        ----------
        chat : int
            The number of a chat of this run.
        speaker : str
            The side that says the message: "person" for the user, or "agent".
        text : str
            The text of the message.
        recalled : sequence of int
            The ids of the memories on which an answer is based.
        asked_by : str
            The role of the interviewer: "a stranger", "a reporter", the id or name of an agent, or a
            description of at least two words.
        unfounded : sequence of str
            The sentences of an answer that are not supported by anything in the prompt.

        Raises
        ------
        NotFound
            If the run has no such chat.

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
        """Delete a chat and its messages permanently. The log does not change."""
        chats.delete_chats(self.store, [self._chat(chat)])

    def delete_interviews(self) -> int:
        """Delete all stored interviews of this run permanently, and return their number."""
        numbers = [chat.number for chat in self.chats() if chat.kind == "interview"]
        chats.delete_chats(self.store, numbers)
        return len(numbers)

    # ---- what stands above what is said

    def help_at(self, text: str) -> tuple[Note, ...]:
        """Return the help notes for a text that mentions self-harm. For other texts, the result is empty."""
        return care_of(self.store.path.parent).help_at(meant.words(text, worded("a text")))

    def notes(self, agent: str, question: str, answer: str) -> tuple[Note, ...]:
        """Return the notes to show above an answer in an interview.

        A help note is included if the question mentions self-harm. A reminder that the agent is not a human
        being is included if the question asks about this, or if the answer claims to come from a human being.

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
            The notes, usually none.

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
