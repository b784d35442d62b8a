"""Who was stuck or silent on a day, and for what reason."""
