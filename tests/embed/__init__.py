"""The embed in other people's pages."""
