"""From a repository's tree to an environment: what its build installs of itself, and what that and its tests need."""
