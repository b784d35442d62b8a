"""The gallery: every notebook of the workspace, the lessons, and what makes a new one."""
