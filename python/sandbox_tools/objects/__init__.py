"""Handles: how a test works with objects of the program's. Assurance `objects` alone uses any of this."""
