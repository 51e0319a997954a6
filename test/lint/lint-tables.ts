import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

export interface Layer {
  readonly may: readonly string[];
  readonly own: readonly string[];
  readonly some?: readonly string[];
  readonly lazy?: readonly string[];
  readonly types?: readonly string[];
}

export interface LintTables {
  readonly layers: Readonly<Record<string, Layer>>;
  readonly coreFloors: readonly (readonly string[])[];
}

/** The tables of eslint.config.mjs, read by a process of its own: jest cannot load an ES module. */
export function lintTables(): LintTables {
  const script = `import('./eslint.config.mjs').then(({ coreFloors, layers }) =>
    process.stdout.write(JSON.stringify({ coreFloors, layers })))`;
  const output = execFileSync(process.execPath, ['--eval', script], {
    cwd: resolve(__dirname, '../..'),
    encoding: 'utf8',
  });
  return JSON.parse(output) as LintTables;
}
