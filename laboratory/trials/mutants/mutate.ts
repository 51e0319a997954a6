import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { NotReadyError } from '../../../core/errors/errors';
import { runToEnd } from '../run-to-end';
import type { ScratchCheckout } from '../scratch-checkout';
import { MutationReportSchema, type MutationReport } from './mutation-report';

/**
 * Lets Stryker change each expression of some folders, one at a time, and run the tests of these folders that reach it. Its
 * progress is written to stderr. Constants of modules stay as they are, since each would need a new start of jest.
 * @param folders paths from the root
 * @throws NotReadyError (`NO_REPORT`) when a test of the folders fails without any change
 */
export async function mutate(
  { root }: Pick<ScratchCheckout, 'root'>,
  folders: readonly string[],
  atATime: number,
): Promise<MutationReport> {
  const report = join(root, 'mutants.json');
  const options = {
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: {
      configFile: 'laboratory/trials/mutants/jest.config.cjs',
      config: { testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`) },
    },
    mutate: folders.map((folder) => `${folder}/**/*.ts`),
    // This checkout is a copy already.
    inPlace: true,
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: atATime,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  };
  const file = join(root, 'mutants.config.json');
  await writeFile(file, JSON.stringify(options));
  const args = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', file];
  const { code } = await runToEnd({ cwd: root, command: process.execPath, args, shown: true });
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) {
    throw new NotReadyError(
      `Stryker ended with exit code ${String(code)} and without a report`,
      'See what it printed above: the tests of these folders must pass first',
      { code: 'NO_REPORT' },
    );
  }
  return MutationReportSchema.parse(JSON.parse(text));
}
