"""The faculties of a mind, one per file: perceive, retrieve, plan, act, react, converse, reflect, rest."""
