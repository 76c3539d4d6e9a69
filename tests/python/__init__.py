"""py/ without a browser: the mechanism and all that is said about it."""
