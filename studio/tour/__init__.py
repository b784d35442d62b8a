"""Tour: five stops through the studio for new users."""
