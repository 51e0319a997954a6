// Jest's global set-up: a folder that the test files of one run share (see once-per-run.ts).
'use strict';
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = () => {
  process.env.ESPALIER_TEST_RUN = mkdtempSync(join(tmpdir(), 'espalier-test-run-'));
};
