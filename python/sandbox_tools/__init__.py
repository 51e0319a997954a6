"""What runs inside a box: a supervisor that is the box's first process, and one candidate process per test."""
