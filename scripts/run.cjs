// Runs a TypeScript script without a build: node scripts/run.cjs scripts/<name>.ts [arguments].
// Writes nothing. Types are not checked here; `npm run typecheck` does that.
'use strict';
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { resolve } = require('node:path');

const { transformSync } = require('@swc/core');

process.setSourceMapsEnabled(true);
Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    configFile: false,
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  module._compile(code, filename);
};

// A lazy import names the built file; from the sources it is the .ts beside it.
const resolveFile = Module._resolveFilename;
Module._resolveFilename = (request, ...place) => {
  try {
    return resolveFile(request, ...place);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
    return resolveFile(request.replace(/\.js$/, '.ts'), ...place);
  }
};

const script = process.argv[2];
if (script === undefined) {
  console.error('usage: node scripts/run.cjs <script.ts> [arguments]');
  process.exit(2);
}
const file = resolve(script);
process.argv = [process.argv[0], file, ...process.argv.slice(3)];
require(file);
