// Runs a command of a packed program (scripts/pack-cli.mjs) and keeps what V8 has compiled of the program by its end.
//   node scripts/keep-compiled.cjs <cli/packed.js> [what is typed behind espalier]
'use strict';
const { writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const [, , file, ...typed] = process.argv;
const { compiledFile, loadPacked } = require(join(dirname(file), 'load-packed.js'));

process.argv = [process.execPath, file, ...typed];
const { script, run } = loadPacked(file);
process.on('exit', (code) => {
  // A fault of the program. What else a command comes to, such as having no run to show, is no matter here.
  if (code === 1) return;
  writeFileSync(compiledFile(file), script.createCachedData());
  process.exitCode = 0;
});
run();
