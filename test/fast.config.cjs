// The tests that need nothing (docs/testing.md). `--testPathIgnorePatterns` would take the folders that are typed after it, too.
/** @type {import('jest').Config} */
module.exports = {
  ...require('../jest.config.js'),
  rootDir: '..',
  testPathIgnorePatterns: ['\\.(docker|temporal|sandbox)\\.test\\.ts$'],
};
