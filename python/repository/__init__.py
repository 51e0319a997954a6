"""Work on repositories that is done in boxes: reading, slicing and running their code."""
