// The tests that need nothing (docs/testing.md). This is not done with `--testPathIgnorePatterns`, because that flag would also read
// the folders after it as patterns.
/** @type {import('jest').Config} */
module.exports = {
  ...require('../jest.config.js'),
  rootDir: '..',
  testPathIgnorePatterns: ['\\.(docker|temporal|sandbox)\\.test\\.ts$'],
};
