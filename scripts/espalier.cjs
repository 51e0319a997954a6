#!/usr/bin/env node
// The `espalier` command of a checkout: dist/ where it has been built, else what to do. npm links this file, which is
// always there: a link to a file that is not built yet would stay broken in npx's cache.
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const main = join(__dirname, '..', 'dist', 'cli', 'main.js');
if (existsSync(main)) {
  require(main);
} else {
  console.error('espalier: not built yet\n  Run: npm ci');
  process.exitCode = 3;
}
