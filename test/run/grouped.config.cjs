// What `npm test` runs: all tests but the long ones (test/long.ts), the fast ones in groups (groups.cjs).
// With ESPALIER_ALL_TESTS=1 (npm run test:all) the long ones, too.
'use strict';
const { writeGroups } = require('./groups.cjs');

const isWhole = process.env.ESPALIER_ALL_TESTS === '1';
if (!isWhole) process.env.ESPALIER_SHORT_TESTS = '1';
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
  testPathIgnorePatterns: isWhole ? [] : ['\\.long\\.'],
};
