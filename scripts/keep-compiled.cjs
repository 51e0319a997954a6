// Runs a command of a packed program (scripts/pack-cli.mjs), keeps what V8 has compiled of the program by its end, and ends
// as the command does.
//   node scripts/keep-compiled.cjs <cli/packed.js> [what is typed behind espalier]
'use strict';
const { writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const [, , file, ...typed] = process.argv;
const { compiledFile, loadPacked } = require(join(dirname(file), 'load-packed.js'));

process.argv = [process.execPath, file, ...typed];
const { script, run } = loadPacked(file);
process.on('exit', () => {
  writeFileSync(compiledFile(file), script.createCachedData(), { flush: true });
});
run();
