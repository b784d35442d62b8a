"""Commands by which authors intervene in a lived town, and see their interventions."""
