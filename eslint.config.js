// Rules for the scripts that run in a visitor's browser; tsconfig.json has their types checked.
export default [
  {
    files: ["zipfviz/**/*.js"],
    languageOptions: {ecmaVersion: 2022, sourceType: "module"},
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      eqeqeq: "error",
      "no-eval": "error",
      "no-implicit-globals": "error",
      "no-implied-eval": "error",
      "no-loop-func": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-unreachable": "error",
      "no-unused-expressions": ["error", {allowShortCircuit: true}],
      "no-useless-assignment": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
