"""The page in a browser: the figure, the chapter around it, and every kind of reader."""
