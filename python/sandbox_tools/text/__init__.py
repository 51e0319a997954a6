"""Words about programs: exceptions, values, tests."""
