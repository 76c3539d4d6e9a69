// What py/qkv/figure.py declares, for the tests, and the example's state.

import { execFileSync } from "node:child_process";
import { Declared } from "../../site/state/declared.js";

const python = new URL("../../.venv/bin/python", import.meta.url).pathname;
const program = "import json; from qkv import examples, figure; "
  + "print(json.dumps({'figure': figure.described(), 'presets': examples.PRESETS, 'beyond': examples.BEYOND}))";
const cwd = new URL("../../py/", import.meta.url);
const { figure, presets, beyond } = JSON.parse(execFileSync(python, ["-c", program], { cwd }));

export const declared = new Declared(figure);
export { beyond, presets };
