"""Pictures of a run as SVG, without scripts or network requests: the map, a day, plans, reflections, ties."""
