"""Values as data: how they cross from one box to another and back, exactly, and frames that carry them."""
