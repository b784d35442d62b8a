"""Placeholder."""

from studio.components.page import open_page, the_run

open_page("Mind")
the_run()
