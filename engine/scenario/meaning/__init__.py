"""What differs between two scenarios in meaning, whatever their files look like.

- difference: `Difference`: one thing that differs, in words
- differences: `differences`: all of them
- of_places, of_people, of_the_town: what differs in a part
"""
