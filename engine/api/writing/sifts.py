"""The sifts of a workspace: those that come with the studio, and the author's own."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import BadInput, NotFound, worded
from engine.insight.sifting.bundled import bundled_sifts
from engine.insight.sifting.sift import Sift as Sift
from engine.language.names.suggesting import did_you_mean, shown
from engine.moments import meant
from engine.store.file.connection import Store
from engine.store.views.asking import MOST_LETTERS
from engine.store.writing import sifts

LONGEST_NAME, LONGEST_SAYS = 60, 300


@dataclass(frozen=True, slots=True)
class Sifts:
    """The sifts of one workspace, which can be run on any of its runs."""

    store: Store

    def all(self) -> tuple[Sift, ...]:
        """Return the sifts that come with the studio, then the author's own."""
        return (*bundled_sifts(), *self.own())

    def own(self) -> tuple[Sift, ...]:
        """Return the author's own sifts, sorted by name."""
        return tuple(
            Sift(name=one.name, title=one.name, says=one.says, sql=one.sql, is_own=True)
            for one in sifts.saved_sifts(self.store)
        )

    def find(self, said: str) -> Sift:
        """Return the sift with this name or title. Raises NotFound with a suggestion."""
        wanted = meant.words(said, worded("the name of a pattern")).strip().casefold()
        every = self.all()
        for one in every:
            if wanted in (one.name.casefold(), one.title.casefold()):
                return one
        names = [one.name for one in every]
        remedy = did_you_mean(said, names, worded("list all patterns with `townwright sift`"))
        raise NotFound(worded("there is no pattern {said}; {remedy}", said=shown(said), remedy=remedy))

    def keep(self, name: str, sql: str, *, says: str = "", was: str = "") -> Sift:
        """Store an author's sift under a name, replacing the one named `was`. Raises BadInput if the name is
        taken, or the query is empty.
        """
        called = " ".join(meant.words(name, worded("the name of a pattern")).split())
        if not called or len(called) > LONGEST_NAME:
            raise BadInput(
                worded(
                    "the name of the pattern is empty or too long; use 1 to {longest_name} characters",
                    longest_name=LONGEST_NAME,
                )
            )
        if not called.isprintable():
            raise BadInput(
                worded("the name of the pattern contains a control character; type the name again")
            )
        self._check_free(called, was)
        text = meant.words(sql, worded("the SQL of a pattern")).strip()
        if not text or len(text) > MOST_LETTERS:
            raise BadInput(
                worded(
                    "the SQL of the pattern is empty or too long; write a SELECT over the views, with "
                    "at most {most_letters:,} characters",
                    most_letters=MOST_LETTERS,
                )
            )
        finds = " ".join(meant.words(says, worded("the description of a pattern")).split())[:LONGEST_SAYS]
        sifts.save_sift(self.store, called, says=finds, sql=text, was=was)
        return Sift(name=called, title=called, says=finds, sql=text, is_own=True)

    def drop(self, name: str) -> None:
        """Delete an author's sift for good."""
        sifts.drop_sift(self.store, meant.words(name, worded("the name of a pattern")))

    def _check_free(self, name: str, was: str) -> None:
        taken = {word.casefold(): one for one in self.all() for word in (one.name, one.title)}
        other = taken.get(name.casefold())
        if other is not None and other.name != was:
            raise BadInput(
                worded("you already have a pattern named {title!r}; choose another name", title=other.title)
                if other.is_own
                else worded(
                    "{title!r} is the name of a pattern of the studio; choose another name", title=other.title
                )
            )
