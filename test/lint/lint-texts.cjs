// Lints texts as if they were files elsewhere, with the real eslint.config.mjs. A process of its own, because jest
// cannot load an ES module configuration. In (stdin): [{text, place, typed}]; out: [[{rule, message}]].
'use strict';
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');

const { ESLint } = require('eslint');
const tseslint = require('typescript-eslint');

const root = resolve(__dirname, '../..');

async function main() {
  const cases = JSON.parse(readFileSync(0, 'utf8'));
  const typed = new ESLint({ cwd: root });
  // A text without a real file cannot be type-checked; rules without types see it as the file it claims to be.
  const untyped = new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] });
  const results = [];
  for (const { text, place, needsTypes } of cases) {
    const linter = needsTypes ? typed : untyped;
    const [result] = await linter.lintText(text, { filePath: resolve(root, place) });
    results.push(
      (result?.messages ?? []).map(({ ruleId, message }) => ({ rule: ruleId, message })),
    );
  }
  process.stdout.write(JSON.stringify(results));
}

main();
