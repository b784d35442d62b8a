"""Ways out of a workspace, one a file: what each is called and yields it says itself, as its `EXPORT`.

A new one is a file here, or in a folder of those that are for the same readers, and touches no other: API,
command line and studio go by what `registry` finds.
"""
