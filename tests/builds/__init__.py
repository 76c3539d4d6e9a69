"""The build: what it makes, its words, and what search engines and messengers read of its pages."""
