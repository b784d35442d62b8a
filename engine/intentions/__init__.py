"""Intentions: what a text asks of an agent, whoever understood it.

- `understood`: one thing that is asked, with when
- `stated`: what an author, or a model, states in fields, as an agent takes it up
- `preview`: what rules take sentences to ask, for checking or showing a town
"""
