"""Cleaning steps: pure functions from text to text, named as their switches in the settings."""
