import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
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

/** Where the build keeps what V8 compiled of a packed program. */
export function compiledFile(packed: string): string {
  return packed.replace(/\.js$/, '.compiled');
}

/**
 * The program that the build packed into one CommonJS file (0056), with what V8 compiled of it beforehand. Another version
 * of Node has no use for that, and compiles the file as it does any other.
 * @returns null where there is no such file: nothing was packed
 */
export function loadPacked(file: string): Packed | null {
  if (!existsSync(file)) return null;
  const compiled = compiledFile(file);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`,
    { filename: file, cachedData: existsSync(compiled) ? readFileSync(compiled) : undefined },
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
