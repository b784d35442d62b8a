"""The distinct words of all memories, each with the number of memories that contain it. A search inside words
reads these rows rather than all memories.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from sqlite3 import Connection
from string import ascii_lowercase, ascii_uppercase

from engine.language.unspaced import has_unspaced
from engine.store.file.connection import Store

_MOST_LONGER = 100  # words that are asked for at once: where more hold something, most memories do
# What the index cuts a text into lies in one of these: it keeps letters together with the accents that are
# written after them, and with what is private to somebody.
_RUN = re.compile("(?:[^\\W_]|[\u0300-\u036f\ue000-\uf8ff\U000f0000-\U0010ffff])+")
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)  # as LIKE does: no other letters


def count_words(db: Connection, texts: Iterable[str], *, gone: bool = False) -> None:
    """Count the words of memories that were indexed or, with `gone`, removed; inside a write transaction."""
    found = Counter(word for text in texts for word in set(_RUN.findall(text.translate(_SMALL))))
    counted = [(word, -times if gone else times) for word, times in found.items() if _is_kept(word)]
    db.executemany(
        """INSERT INTO memory_word VALUES (?, ?)
           ON CONFLICT (word) DO UPDATE SET memories = memories + excluded.memories""",
        counted,
    )
    if gone:
        db.executemany(
            "DELETE FROM memory_word WHERE word = ? AND memories <= 0", [row[:1] for row in counted]
        )


def longer_words(store: Store, word: str) -> Sequence[str] | None:
    """Return the stored words that contain `word`, or None if they are too many or `word` is of a kind not
    stored.
    """
    if not _is_kept(word):
        return None
    rows = store.select(
        "SELECT word FROM memory_word WHERE word LIKE ? LIMIT ?", (f"%{word}%", _MOST_LONGER + 1)
    )
    return [found for (found,) in rows] if len(rows) <= _MOST_LONGER else None


def is_rare(store: Store, word: str, most: int) -> bool:
    """Return whether at most `most` memories have words that begin with `word`. It is an estimate, since the
    index merges inflections.
    """
    if not _is_kept(word):
        return False
    ((memories,),) = store.select(
        "SELECT ifnull(sum(memories), 0) FROM memory_word WHERE word >= ?1 AND word < ?1 || char(1114111)",
        (word.translate(_SMALL),),
    )
    return bool(memories <= most)


def _is_kept(word: str) -> bool:
    """Return whether a word is stored in the word table: it has a letter of a script with spaces. Numbers are
    endless, and in other scripts whole clauses form one word.
    """
    if word.isascii():
        return not word.isdigit()
    return any(letter.isalpha() and not has_unspaced(letter) for letter in word)
