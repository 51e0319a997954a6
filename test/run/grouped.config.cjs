// All tests, the fast ones in groups: see groups.cjs.
'use strict';
const { writeGroups } = require('./groups.cjs');

writeGroups();

/** @type {import('jest').Config} */
module.exports = {
  ...require('../../jest.config.js'),
  rootDir: '../..',
  testMatch: [
    '<rootDir>/test/**/*.{docker,temporal,sandbox}.test.ts',
    '<rootDir>/test/workflows/**/*.test.ts',
    '<rootDir>/test/run/groups/*.test.cjs',
  ],
};
