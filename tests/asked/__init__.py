"""Questions to people of a town whose answers the log knows, and judges that read its rows alone."""
