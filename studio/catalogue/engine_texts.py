"""Texts of the engine that the studio shows; marked here for translation, since no page contains them."""

from __future__ import annotations

from studio.catalogue.marked import marked

TABLE_EXPORTS = (marked("For a spreadsheet; a ' is added before each cell that looks like a formula."),)

# How `engine/practices/kinds/` calls what somebody means to do, where no plainer name is in
# `engine/insight/telling.py`, and with what word it names whom.
KINDS = (
    marked("aim"), marked("answer"), marked("attend"), marked("errand"), marked("feeling"), marked("habit"),
    marked("help"), marked("meeting"), marked("message"), marked("prohibition"), marked("question"),
    marked("request"), marked("secret"), marked("visit"),
)  # fmt: skip

WITH_WHOM = (
    marked("as to {names}"), marked("for {names}"), marked("kept from {names}"), marked("of {names}"),
    marked("to {names}"), marked("towards {names}"), marked("with {names}"),
)  # fmt: skip
