import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

export interface LintTables {
  readonly coreFloors: readonly (readonly string[])[];
}

/** The tables of eslint.config.mjs, read by a process of its own: jest cannot load an ES module. */
export function lintTables(): LintTables {
  const script = `import('./eslint.config.mjs').then(({ coreFloors }) =>
    process.stdout.write(JSON.stringify({ coreFloors })))`;
  const output = execFileSync(process.execPath, ['--eval', script], {
    cwd: resolve(__dirname, '../..'),
    encoding: 'utf8',
  });
  return JSON.parse(output) as LintTables;
}
