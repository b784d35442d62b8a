"""Pictures of a run as SVG, which nothing is fetched or run for: the map, a day, plans, conclusions, ties."""
