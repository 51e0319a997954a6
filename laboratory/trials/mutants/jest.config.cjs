// Jest as Stryker starts it. The tests are those that mutate.ts names.
/** @type {import('jest').Config} */
module.exports = {
  ...require('../../../jest.config.js'),
  rootDir: '../../..',
  // Stryker puts its own environment around this one.
  testEnvironment: 'node',
  reporters: [],
  globalSetup: undefined,
  globalTeardown: undefined,
};
