"""Python in the browser: how it starts, what goes wrong, life without a network, other browsers."""
