"""Events of a town, planned by its author: their kinds, their outcomes and their wording."""
