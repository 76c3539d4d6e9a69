"""The guided path: for each step its section, the state that it needs, the matrices that it lights, and its formula.

The words of a step are words.guide in words/*.toml, under its id.
"""

GUIDE = [
    {"id": "project", "section": "15.1", "preset": "example-15.1", "lights": "X W_Q W_K W_V Q K V",
     "formula": r"Q=XW_Q,\quad K=XW_K,\quad V=XW_V"},
    {"id": "compare", "section": "15.2", "preset": "example-15.1", "lights": "Q K D",
     "formula": r"D=QK^\top,\quad D_{ij}=\sum_c Q_{ic}K_{jc}"},
    {"id": "scale", "section": "15.3", "preset": "example-15.1", "lights": "D S", "formula": r"S=\frac{D}{\sqrt{d_k}}"},
    {"id": "normalise", "section": "15.3", "preset": "example-15.1", "lights": "S A",
     "formula": r"A_{ij}=\frac{\exp S_{ij}}{\sum_{k}\exp S_{ik}}"},
    {"id": "mix", "section": "15.4", "preset": "example-15.1", "lights": "A V O",
     "formula": r"O=AV=\text{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"},
    {"id": "silence", "section": "15.5", "preset": "example-15.2", "lights": "W_V A V O", "formula": None},
    {"id": "shift", "section": "15.5", "preset": "v-plus", "lights": "A V O", "formula": None},
    {"id": "check", "section": "15.6", "preset": "example-15.1", "lights": "", "formula": None},
    {"id": "limits", "section": "15.7", "preset": "example-15.1", "lights": "A O", "formula": None},
]
