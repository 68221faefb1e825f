"""Exercises: what is asked, what a student wrote, what to say about it, and grades for a whole class."""
