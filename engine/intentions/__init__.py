"""Intentions: what a text asks of somebody, whoever understood it.

- `understood`: one thing that is asked, with when
- `stated`: what an author, or a model, states in fields, as somebody takes it up
- `preview`: what rules take sentences to ask, for whoever checks or shows a town
"""
