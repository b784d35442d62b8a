"""Find the agents who were stuck or silent on a day, with the reasons."""
