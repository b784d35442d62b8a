"""Lists of records that display themselves, and convert to a data frame."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

from engine.display.frames import frame_of
from engine.display.html import Card, html_of, in_words
from engine.display.rows import Grid, cells_of, columns_of, grid_of

if TYPE_CHECKING:
    from pandas import DataFrame

T = TypeVar("T")


class Displayed:
    """An object that displays itself in a notebook."""

    __slots__ = ()

    def _card_(self) -> Card:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return html_of(self._card_())


class Tabular(Displayed):
    """An object made of rows."""

    __slots__ = ()

    def _grid_(self) -> Grid:
        raise NotImplementedError

    def _card_(self) -> Card:
        return Card(title="", grids=(self._grid_(),))

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries, with the names of the columns as keys."""
        grid = self._grid_()
        return [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]

    def to_frame(self) -> DataFrame:
        """Return the rows as a pandas data frame.

        Returns
        -------
        pandas.DataFrame
            The rows in the same order, with the columns of `to_dicts`. Its shape is (number of rows, number
            of columns).

        Raises
        ------
        NotInstalled
            If pandas is not installed.

        """
        return frame_of(self._grid_())


def record_card(record: object) -> Card:
    """Return a card of a record's columns, without empty ones."""
    kind = type(record)
    cells = zip(columns_of(kind), cells_of(record), strict=True)
    said = [(name, in_words(name, value)) for name, value in cells if value not in ("", None, ())]
    return Card(title=kind.__name__, facts=said)


class Records(Tabular, tuple[T, ...]):
    """A tuple of records of one kind, which is displayed as a table in notebooks. The `kind` determines the
    columns, even if the tuple is empty.
    """

    kind: type

    def __new__(cls, records: Iterable[T] = (), kind: type = object) -> Records[T]:
        """Create a list of records, with a tuple's signature, so that code that copies tuples copies this
        too.
        """
        made = super().__new__(cls, records)
        made.kind = kind
        return made

    @classmethod
    def of(cls, kind: type[T], records: Iterable[T] = ()) -> Records[T]:
        """Create a tuple of records of one kind."""
        return cls(records, kind)

    @overload
    def __getitem__(self, at: SupportsIndex, /) -> T: ...
    @overload
    def __getitem__(self, at: slice, /) -> Records[T]: ...
    def __getitem__(self, at: SupportsIndex | slice, /) -> T | Records[T]:
        """Return one record, or a list of them for a slice."""
        if isinstance(at, slice):
            return Records(super().__getitem__(at), self.kind)
        return super().__getitem__(at)

    def __repr__(self) -> str:
        """Describe the list by its length, kind and columns."""
        return f"<{len(self):,} of {self.kind.__name__}: {', '.join(self._grid_().columns)}>"

    def _grid_(self) -> Grid:
        return grid_of(self.kind, self)
