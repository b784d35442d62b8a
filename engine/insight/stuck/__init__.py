"""Who was stuck or silent on a day, and why."""
