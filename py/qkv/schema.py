"""The part of JSON Schema 2020-12 that figure.SCHEMA uses. The standard's own validators are larger than all of qkv.

A number, a truth value and a text are never equal here, whatever Python says of 1 and True.
"""

_TYPES = {"object": dict, "array": list, "string": str, "integer": int}


def conforms(value, schema, root, own=None):
    """Whether a JSON value has the form of a schema; `root` is where its references lead.

    own: {keyword: test(argument, value)}, for words that are not the standard's.
    Source: JSON Schema 2020-12, Core and Validation.
    """
    return all(
        _KEYWORDS[word](value, schema, root, own) if word in _KEYWORDS else word not in (own or {}) or own[word](argument, value)
        for word, argument in schema.items()
    )


def _same(one, other):
    return type(one) is type(other) and one == other


def _reference(value, schema, root, own):
    target = root
    for step in schema["$ref"].removeprefix("#/").split("/"):
        target = target[step]
    return conforms(value, target, root, own)


def _properties(value, schema, root, own):
    if type(value) is not dict:
        return True
    return all(conforms(value[name], about, root, own) for name, about in schema["properties"].items() if name in value)


def _items(value, schema, root, own):
    if type(value) is not list:
        return True
    if schema["items"] == {"type": "string"}:  # nearly all of a state is rows of texts
        return set(map(type, value)) <= {str}
    return all(conforms(item, schema["items"], root, own) for item in value)


def _prefix_items(value, schema, root, own):
    if type(value) is not list:
        return True
    pairs = zip(value, schema["prefixItems"], strict=False)  # as the standard has it: further items are free
    return all(conforms(item, about, root, own) for item, about in pairs)


def _dependent(value, schema, root, own):
    return type(value) is not dict or all(
        set(needed) <= value.keys() for name, needed in schema["dependentRequired"].items() if name in value
    )


def _if_then(value, schema, root, own):
    return not conforms(value, schema["if"], root) or conforms(value, schema["then"], root, own)


_KEYWORDS = {
    "$ref": _reference,
    "type": lambda value, schema, root, own: type(value) is _TYPES[schema["type"]],
    "const": lambda value, schema, root, own: _same(value, schema["const"]),
    "enum": lambda value, schema, root, own: any(_same(value, one) for one in schema["enum"]),
    "required": lambda value, schema, root, own: type(value) is not dict or set(schema["required"]) <= value.keys(),
    "properties": _properties,
    "additionalProperties": lambda value, schema, root, own: (
        type(value) is not dict or value.keys() <= schema["properties"].keys()
    ),
    "dependentRequired": _dependent,
    "items": _items,
    "prefixItems": _prefix_items,
    "minItems": lambda value, schema, root, own: type(value) is not list or len(value) >= schema["minItems"],
    "maxItems": lambda value, schema, root, own: type(value) is not list or len(value) <= schema["maxItems"],
    "minimum": lambda value, schema, root, own: type(value) is not int or value >= schema["minimum"],
    "anyOf": lambda value, schema, root, own: any(conforms(value, one, root, own) for one in schema["anyOf"]),
    "allOf": lambda value, schema, root, own: all(conforms(value, one, root, own) for one in schema["allOf"]),
    "if": _if_then,
}
