// Rungs by file name: *.test.ts needs nothing; *.sandbox.test.ts bubblewrap; *.docker.test.ts a Docker engine;
// *.temporal.test.ts a Temporal binary and bubblewrap.
/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/timing/timed-environment.cjs',
  // Sources too, or jest finds no tests that a changed source reaches (--changedSince, --findRelatedTests).
  roots: ['<rootDir>'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testSequencer: '<rootDir>/test/timing/sequencer.cjs',
  globalSetup: '<rootDir>/test/run/global-setup.cjs',
  globalTeardown: '<rootDir>/test/run/global-teardown.cjs',
  // Lazy imports are real ones in dist/ and name a file there; from the sources it is the .ts beside it.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  // Packages that are ES modules alone, which Jest does not load as they are.
  transformIgnorePatterns: ['/node_modules/(?!hyparquet(-writer)?/)', '\\.pnp\\.[^\\/]+$'],
  transform: {
    '/node_modules/hyparquet(-writer)?/.+\\.js$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'ecmascript' }, target: 'es2022' }, module: { type: 'commonjs' } },
    ],
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
      },
    ],
  },
  reporters: [
    'default',
    '<rootDir>/test/timing/reporter.cjs',
    '<rootDir>/test/reporters/plain-line.cjs',
  ],
  maxWorkers: 3,
  testTimeout: 90_000,
};
