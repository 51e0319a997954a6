"""What a cell that holds a repository's environment has besides the tools of every cell: archives, and jobs on them."""
