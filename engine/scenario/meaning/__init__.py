"""Differences between two scenarios in meaning, whatever their files look like.

- difference: `Difference`: one difference, in words
- differences: `differences`: all of them
- of_places, of_people, of_the_town: the differences in a part
"""
