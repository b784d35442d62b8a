"""Tour: five stops through the studio for whoever is new to it."""
