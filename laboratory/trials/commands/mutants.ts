import { existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, normalize } from 'node:path';

import type { Command } from 'commander';

import { action } from '../../../cli/command-context';
import { findPackageRoot } from '../../../config/package-root';
import { NotReadyError, UsageError } from '../../../core/errors/errors';
import { asJson } from '../../../core/values/canonical-json';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { mutate } from '../mutants/mutate';
import { scoresOf, survivorsIn, type FolderScore } from '../mutants/mutation-report';
import { withScratchCheckout } from '../scratch-checkout';

export function registerMutants(parent: Command): void {
  parent
    .command('mutants')
    .argument('[folders...]', 'folders of core/ to change (default: all)')
    .description(
      'let Stryker change expressions of the pure core in a copy of the checkout, run the tests of the same folders, and print the share that they catch',
    )
    .option('--json', 'one document on stdout')
    .action(
      action(async ({ output }, { words }) => {
        const root = findPackageRoot();
        const folders =
          words.length === 0 ? foldersOfCore(root) : words.map((word) => ofCore(root, word));
        requireStryker(root);
        const report = await withScratchCheckout(root, (checkout) =>
          mutate(checkout, folders, availableParallelism()),
        );
        const scores = scoresOf(report, folders);
        const survivors = survivorsIn(report);
        for (const { file, line, replacement } of survivors) {
          output.print(terminalLine(`${file}:${String(line)}  ${replacement}`));
        }
        for (const line of tableOf(scores)) output.print(line);
        output.result(asJson({ scores, survivors }));
        return undefined;
      }),
    );
}

function foldersOfCore(root: string): readonly string[] {
  return readdirSync(join(root, 'core')).map((name) => `core/${name}`);
}

function requireStryker(root: string): void {
  if (existsSync(join(root, 'node_modules', '@stryker-mutator', 'core'))) return;
  throw new NotReadyError('Stryker is not installed', 'Run `npm ci`', { code: 'NO_STRYKER' });
}

function ofCore(root: string, word: string): string {
  const folder = normalize(word).replace(/\/$/, '');
  const isFolder = statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() === true;
  if (folder.startsWith('core/') && isFolder) return folder;
  throw new UsageError(`no folder ${word} of core/`, 'A folder: core/metrics', {
    code: 'FOLDER_UNKNOWN',
  });
}

function tableOf(scores: readonly FolderScore[]): readonly string[] {
  const row = ({ folder, caught, survived }: FolderScore): readonly string[] => {
    const all = caught + survived;
    const share = all === 0 ? '-' : `${((100 * caught) / all).toFixed(0)} %`;
    return [folder, String(all), String(caught), share];
  };
  const sum = (of: 'caught' | 'survived'): number =>
    scores.reduce((total, one) => total + one[of], 0);
  return textTable([
    ['folder', 'mutants', 'caught', 'share'],
    ...scores.map(row),
    row({ folder: 'all', caught: sum('caught'), survived: sum('survived') }),
  ]);
}
