import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { Script } from 'node:vm';

/** A program in one file, loaded and not run yet. */
export interface Packed {
  readonly script: Script;
  readonly run: () => void;
}

type ModuleCode = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
  folder: string,
) => void;

/** The file that the build packs for an entry point: `cli/main.js` has `cli/main.packed.js`. */
export function packedFile(entry: string): string {
  return entry.replace(/\.js$/, '.packed.js');
}

/** V8 accepts compiled code of another patch version of Node, and may then crash. So the name holds the exact version. */
export function compiledFile(packed: string): string {
  const node = [process.version, process.platform, process.arch].join('-');
  return packed.replace(/js$/, `${node}.compiled`);
}

/**
 * Loads a program packed into one file (decision 0056). Without compiled code for these flags, V8 compiles the file.
 * @returns null if the file does not exist
 */
export function loadPacked(file: string): Packed | null {
  const text = readIfThere(file)?.toString('utf8');
  if (text === undefined) return null;
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${text}\n})`,
    // V8 keeps this name in the compiled code, so it must not contain the folder where the build ran.
    { filename: `espalier/${basename(file)}`, cachedData: readIfThere(compiledFile(file)) },
  );
  return {
    script,
    run: () => {
      const module = { exports: {} };
      const code = script.runInThisContext() as ModuleCode;
      code(module.exports, createRequire(file), module, file, dirname(file));
    },
  };
}

/** Its pack, or its modules if none was built. @param entry file of the entry point @param module relative to it */
export function runPacked(entry: string, module: string): void {
  const packed = loadPacked(packedFile(entry));
  if (packed === null) createRequire(entry)(module);
  else packed.run();
}

/** A build may replace the folder at any time. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
