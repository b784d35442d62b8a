"""A pseudo-locale: English in longer, accented words, which shows where a layout breaks.

Text that stays plain in it is not translated. It is read with `lang=qps` in the address, and is not in the
switch.
"""

from __future__ import annotations

import gettext
import re

PSEUDO = "qps"
_ACCENTED = str.maketrans({one: two * 2 for one, two in zip("aeiouAEIOU", "áéíóúÁÉÍÓÚ", strict=True)})
# What is no word: placeholders, icons, code, the targets of links, colours, and marks of Markdown.
_KEPT = re.compile(r"\{[^{}]*\}|:[\w-]+/[\w-]+:|`[^`]*`|\]\([^)]*\)|:[\w-]+\[|&\w+;|<[^>]*>")


class PseudoTranslations(gettext.NullTranslations):
    """Translations of any text into the pseudo-locale."""

    def gettext(self, message: str) -> str:
        """Return a text in the pseudo-locale."""
        return stretched(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the singular or plural text in the pseudo-locale."""
        return stretched(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return a text in a context in the pseudo-locale."""
        return stretched(message)


def stretched(text: str) -> str:
    """Return a text about a third longer, with accents on its vowels; what is no word stays as it is."""
    said, at = [], 0
    for kept in _KEPT.finditer(text):
        said += [text[at : kept.start()].translate(_ACCENTED), kept[0]]
        at = kept.end()
    return "".join([*said, text[at:].translate(_ACCENTED)])
