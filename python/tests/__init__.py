"""Tests of the tools outside a box: python3 -m unittest discover -s tests -t . (from this folder)."""
