"""One self-attention head, taken apart: the mechanism, its flow, its exact forms and its judge.

NumPy and the standard library only. `head.py` is the place to start reading.
"""
