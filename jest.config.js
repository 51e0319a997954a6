// Rungs by file name: *.test.ts needs nothing; *.sandbox.test.ts bubblewrap; *.docker.test.ts a Docker engine;
// *.temporal.test.ts a Temporal binary and bubblewrap.
/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/timing/timed-environment.cjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // Lazy imports are real ones in dist/ and name a file there; from the sources it is the .ts beside it.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  transform: {
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
  maxWorkers: 2,
  testTimeout: 60_000,
};
