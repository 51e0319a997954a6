"""What runs inside a box: a controller that is the box's first process, and one candidate process per test."""
