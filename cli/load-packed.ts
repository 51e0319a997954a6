import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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

/** V8 keeps the name of what it compiled, so it is not that of the folder in which that was. */
const nameInTraces = 'espalier/cli/packed.js';

/**
 * Where the build keeps what V8 compiled of a packed program. V8 itself takes what another patch of Node left, and may crash
 * over it: for that one there is no such file.
 */
export function compiledFile(packed: string): string {
  const node = [process.version, process.platform, process.arch].join('-');
  return join(dirname(packed), `packed.${node}.compiled`);
}

/**
 * The program that the build packed into one CommonJS file (0056), with what V8 compiled of it beforehand. Where that is
 * missing, or was compiled with other flags, V8 compiles the file as it does any other.
 * @returns null where there is no such file: nothing was packed
 */
export function loadPacked(file: string): Packed | null {
  const text = readIfThere(file)?.toString('utf8');
  if (text === undefined) return null;
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${text}\n})`,
    { filename: nameInTraces, cachedData: readIfThere(compiledFile(file)) },
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

/** A build may swap the folder at any time. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
