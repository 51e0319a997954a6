// The tests that need nothing, in groups: see groups.cjs.
'use strict';

/** @type {import('jest').Config} */
module.exports = {
  ...require('./grouped.config.cjs'),
  testMatch: ['<rootDir>/test/run/groups/*.test.cjs', '<rootDir>/test/workflows/**/*.test.ts'],
  testPathIgnorePatterns: require('../fast.config.cjs').testPathIgnorePatterns,
};
