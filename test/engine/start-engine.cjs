// Runs ensureEngine of the sources in a process of its own, with options from argv, and prints what it returns.
const { transformFileSync } = require('@swc/core');

const options = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: { type: 'commonjs' },
};
require.extensions['.ts'] = (module, file) =>
  module._compile(transformFileSync(file, options).code, file);

require('../../engine')
  .ensureEngine(JSON.parse(process.argv[2]))
  .then((engine) => process.stdout.write(JSON.stringify(engine)));
