// Runs a packed program (scripts/pack.mjs), writes the code that V8 compiled during the run beside the program, and ends as the program does.
//   node scripts/keep-compiled.cjs <folder with the compiled sources> <entry point>.js [arguments of the program]
'use strict';
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

const [, , folder, entry, ...typed] = process.argv;
const { compiledFile, loadPacked, packedFile } = require(join(folder, 'config', 'load-packed.js'));
const file = packedFile(join(folder, entry));

process.argv = [process.execPath, file, ...typed];
const { script, run } = loadPacked(file);
process.on('exit', () => {
  writeFileSync(compiledFile(file), script.createCachedData(), { flush: true });
});
run();
