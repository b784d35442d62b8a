"""Keeping a run: its name, its place in the lists, its chats, and what stands above an answer."""

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
    """A run as the workspace keeps it."""

    def rename(self, name: str) -> None:
        """Call the run something else."""
        self.row = rename_run(self.store, self.number, meant.words(name, worded("the name of a run")))

    def archive(self, *, archived: bool = True) -> None:
        """Take the run out of the lists, or (`archived` false) back into them. Its log stays, its forks live
        on, and it is found by its id.
        """
        self.row = hide_run(self.store, self.number, hidden=meant.yes_or_no(archived, worded("archived")))

    def delete(self) -> None:
        """Take the run out of every list; `restore` brings it back until it is emptied. Its forks live on.
        RunBusy while it is being lived.
        """
        self.row = delete_run(self.store, self.number)

    def restore(self) -> None:
        """Bring the run back after it was deleted, as it was."""
        self.row = restore_run(self.store, self.number)

    def empty(self, told: Removing | None = None) -> int:
        """Remove the run for good after it was deleted, and return by how many bytes the file of the
        workspace is smaller; `told` hears how many rows are gone, and of how many.

        BadInput while it is not deleted, a fork stands on it, or another run is answered from it.
        """
        return empty_run(self.store, self.number, told or untold)

    @property
    def disk(self) -> int:
        """Return about how many bytes the run takes in the workspace; a fork, without its past."""
        return disk_of(self.store, self.number)

    # ---- chats kept beside the log

    def chats(self, agent: AgentId | None = None) -> Records[Chat]:
        """Return the chats had in the studio, newest first; with one agent where given."""
        who = None if agent is None else self.agent(agent)
        return Records.of(Chat, chats.chats_of(self.store, self.number, who))

    def chat_messages(self, chat: int) -> Records[Message]:
        """Return what was said in a chat, in order."""
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
        """Keep what was said in a chat: as whom it was asked, the memories an answer rests on, and its
        sentences that nothing speaks for.

        Parameters
        ----------
        chat : int
            The number of a chat of this run.
        speaker : str
            Which side says it.
        text : str
            What is said.
        recalled : sequence of int
            The ids of the memories that an answer rests on.
        asked_by : str
            As whom it is asked.
        unfounded : sequence of str
            Sentences of an answer that nothing speaks for.

        Raises
        ------
        NotFound
            When this run has no such chat.

        """
        who, said = (
            meant.one_of(speaker, worded("speaker"), chats.SPEAKERS),
            meant.words(text, worded("what was said")),
        )
        rows = [meant.row_id(one) for one in recalled]
        asker = meant.asker_meant(self.town, asked_by, "")
        marked = meant.texts(unfounded, worded("a sentence"))
        named = asker.agent or asker.words if asker is not None else ""
        number = self._chat(chat)
        chats.add_message(self.store, number, who, said, recalled=rows, asked_by=named, unfounded=marked)

    def delete_chat(self, chat: int) -> None:
        """Delete a chat and what was said in it for good; the log knows nothing of it anyway."""
        chats.delete_chats(self.store, [self._chat(chat)])

    def delete_interviews(self) -> int:
        """Delete every interview kept of this run for good, with whomever, and return how many there were."""
        numbers = [chat.number for chat in self.chats() if chat.kind == "interview"]
        chats.delete_chats(self.store, numbers)
        return len(numbers)

    # ---- what stands above what is said

    def help_at(self, text: str) -> tuple[Note, ...]:
        """Return what stands above any answer to a text with a word of self-harm in it; mostly nothing."""
        return care_of(self.store.path.parent).help_at(meant.words(text, worded("a text")))

    def notes(self, agent: str, question: str, answer: str) -> tuple[Note, ...]:
        """Return what stands above an answer: help, and where it is asked or claimed that a human being
        speaks, that none does.

        Parameters
        ----------
        agent : str
            Who answered.
        question : str
            What was asked.
        answer : str
            What was answered.

        Returns
        -------
        tuple of Note
            What is to be shown above the answer; mostly nothing.

        """
        name = self.town.cast.names[self.agent(agent)]
        asked, said = meant.question_meant(question), meant.words(answer, worded("an answer"))
        return care_of(self.store.path.parent).notes(asked, said, name, self.scenario.language)

    def _chat(self, number: int) -> int:
        """Return the number of a chat of this run; NotFound when it is none."""
        found = chats.chat_of(self.store, meant.row_id(number))
        if found.run != self.number:
            raise NotFound(
                worded(
                    "there is no chat number {number} with anybody in run {id!r}",
                    number=number,
                    id=self.row.id,
                )
            )
        return found.number
