"""A check of many cases at once: inputs as published, answers of a reference, EvalPlus's rules of what is the same."""
