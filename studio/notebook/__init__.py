"""The scenario notebook: a page on which a town is lived, asked and written about, cell by cell."""
