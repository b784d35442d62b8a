"""Charts: what every picture shares: its colours, its scale, its clicks."""
