"""The faculties of a mind, one a file: perceive, plan, act, react, converse, reflect, heed, rest."""
