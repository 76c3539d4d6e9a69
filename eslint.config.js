// For `make check`: recommended rules, and a few that keep the code plain to read.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["dist/", ".build/", ".venv/", "tests/**/*.d.ts"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: "latest", sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-shadow": "error",
      "no-nested-ternary": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "prefer-const": "error",
    },
  },
  { files: ["site/**/*.js"], languageOptions: { globals: { ...globals.browser, ...globals.worker } } },
  { files: ["site/plain.js", "site/root/*.js"], languageOptions: { sourceType: "script" } },
  { files: ["site/root/sw.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["tests/**/*.js", "tests/**/*.mjs", "eslint.config.js"], languageOptions: { globals: globals.node } },
];
