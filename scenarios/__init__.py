"""The towns that come with Townwright, one folder each."""
