"""Program and tests in separate boxes: values cross the border as data."""
