// Lints texts as if they were files elsewhere, with the real eslint.config.mjs. A process of its own, because jest
// cannot load an ES module configuration. In (stdin): [{text, place, needs: 'types' | 'cycles' | 'others'}]; out: [[{rule, message}]].
'use strict';
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');

const { ESLint } = require('eslint');
const tseslint = require('typescript-eslint');

const root = resolve(__dirname, '../..');

async function main() {
  const cases = JSON.parse(readFileSync(0, 'utf8'));
  // The rule reads every file that a text reaches: only texts about cycles pay for it.
  const withoutCycles = { rules: { 'import-x/no-cycle': 'off' } };
  // A text without a real file cannot be type-checked; rules without types see it as the file it claims to be.
  const linters = {
    types: new ESLint({ cwd: root, overrideConfig: [withoutCycles] }),
    cycles: new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] }),
    others: new ESLint({
      cwd: root,
      overrideConfig: [tseslint.configs.disableTypeChecked, withoutCycles],
    }),
  };
  const results = [];
  for (const { text, place, needs } of cases) {
    const linter = linters[needs];
    const [result] = await linter.lintText(text, { filePath: resolve(root, place) });
    results.push(
      (result?.messages ?? []).map(({ ruleId, message }) => ({ rule: ruleId, message })),
    );
  }
  process.stdout.write(JSON.stringify(results));
}

main();
