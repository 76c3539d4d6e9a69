// The part of JSON Schema 2020-12 that figure.SCHEMA of py/qkv uses, as in py/qkv/schema.py. A test holds both to one table.

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const has = (value, names) => names.every((name) => Object.hasOwn(value, name));

const TYPES = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
};

/** A test for every keyword: whether a value passes, given the schema that the keyword stands in. */
const KEYWORDS = {
  $ref: (value, schema, root, own) => conforms(value, resolved(schema.$ref, root), root, own),
  type: (value, { type }) => TYPES[type](value),
  const: (value, schema) => value === schema.const,
  enum: (value, schema) => schema.enum.includes(value),
  required: (value, { required }) => !isObject(value) || has(value, required),
  properties: (value, { properties }, root, own) => !isObject(value) || Object.entries(properties)
    .every(([name, about]) => !Object.hasOwn(value, name) || conforms(value[name], about, root, own)),
  additionalProperties: (value, { properties }) => !isObject(value) || has(properties, Object.keys(value)),
  dependentRequired: (value, { dependentRequired }) => !isObject(value) || Object.entries(dependentRequired)
    .every(([name, needed]) => !Object.hasOwn(value, name) || has(value, needed)),
  items: (value, { items }, root, own) => !Array.isArray(value) || value.every((item) => conforms(item, items, root, own)),
  prefixItems: (value, { prefixItems }, root, own) => !Array.isArray(value)
    || prefixItems.every((about, position) => position >= value.length || conforms(value[position], about, root, own)),
  minItems: (value, { minItems }) => !Array.isArray(value) || value.length >= minItems,
  maxItems: (value, { maxItems }) => !Array.isArray(value) || value.length <= maxItems,
  minimum: (value, { minimum }) => !Number.isInteger(value) || value >= minimum,
  anyOf: (value, { anyOf }, root, own) => anyOf.some((one) => conforms(value, one, root, own)),
  allOf: (value, { allOf }, root, own) => allOf.every((one) => conforms(value, one, root, own)),
  if: (value, schema, root, own) => !conforms(value, schema.if, root) || conforms(value, schema.then, root, own),
};

const resolved = (reference, root) => reference.slice("#/".length).split("/").reduce((target, step) => target[step], root);

/**
 * Whether a JSON value has the form of a schema; `root` is where its references lead.
 * own: {keyword: test(argument, value)}, for words that are not the standard's.
 */
export function conforms(value, schema, root, own = {}) {
  return Object.entries(schema).every(([word, argument]) =>
    KEYWORDS[word]?.(value, schema, root, own) ?? own[word]?.(argument, value) ?? true);
}
