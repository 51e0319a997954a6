import type { Command } from 'commander';

import { cacheFolder } from '../../../config/state-folder';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import { assuranceLevels } from '../../../core/schemas/verdict';
import { loadReferences, referenceSets } from '../../../datasets';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { action } from '../../../cli/command-context';
import { wordsFlag } from '../../../cli/list-flag';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { readCorpus } from '../hostile/manifest';
import { findLevels, type FoundLevel, type LevelSubject } from '../find-level';
import { honestOf, referencesOf } from '../levels/subjects';
import { withTrial } from '../with-trial';

interface LevelsFlags extends SandboxFlags {
  readonly set?: string;
  readonly data?: string;
}

interface Source {
  readonly name: string;
  readonly subjects: readonly LevelSubject[];
}

export function registerLevels(parent: Command): void {
  withSandboxFlags(
    parent
      .command('levels [folders...]')
      .description(
        'the highest level at which each reference, or honest program of a corpus, passes; exit 1 when one passes at none',
      )
      .option('--set <a,b>', referenceSets.join(','))
      .option('--data <folder>', 'with the published files; needed for the plus sets'),
  ).action(
    action<LevelsFlags>(async (context, { flags, words }) => {
      const { output, settings } = context;
      sandboxSettings(context, flags);
      const sources: Source[] = words.map((folder) => {
        return { name: folder, subjects: honestOf(readCorpus(folder)) };
      });
      const wanted = flags.set === undefined ? [] : wordsFlag('--set', flags.set, referenceSets);
      for (const set of wanted) {
        const cacheDir = cacheFolder(settings);
        const problems = await loadReferences({ set, folder: flags.data, cacheDir });
        sources.push({ name: set, subjects: referencesOf(problems) });
      }
      if (sources.every(({ subjects }) => subjects.length === 0)) {
        throw new UsageError(
          'there is no program whose level could be found',
          'Give folders with honest programs, or --set humaneval',
          { code: 'BAD_FLAG' },
        );
      }
      return withTrial({ context, flags }, async ({ retrying, backend, slots }) => {
        const results: { readonly name: string; readonly found: readonly FoundLevel[] }[] = [];
        for (const { name, subjects } of sources) {
          const found = await findLevels(retrying, subjects, {
            width: slots,
            onDone: (done) => output.progress([`${name}: ${done}/${subjects.length}`]),
          });
          output.progressEnd([`${name}: done`]);
          results.push({ name, found });
        }
        for (const line of reportLines(results)) output.print(line);
        const open = results
          .flatMap(({ found }) => found)
          .filter(({ level, listed }) => level === null && listed === null).length;
        output.print(`\n${open} pass at no level and are not listed; ${backend}`);
        output.result(asJson({ provider: backend, nowhere: open, sets: results }));
        return open === 0 ? exitCodes.ok : exitCodes.failures;
      });
    }),
  );
}

function reportLines(
  results: readonly { readonly name: string; readonly found: readonly FoundLevel[] }[],
): readonly string[] {
  const counts = results.map(({ name, found }) => [
    name,
    String(found.length),
    ...[...assuranceLevels, null].map((due) =>
      String(found.filter(({ level }) => level === due).length),
    ),
  ]);
  const lower = results.flatMap(({ found }) => found.filter(({ level }) => level !== 'data'));
  return [
    ...textTable([['set', 'programs', ...assuranceLevels, 'none'], ...counts]),
    ...(lower.length === 0 ? [] : ['']),
    ...textTable(lower.map(lowerRow)),
  ];
}

/** With what was said at `data`; of one that passes nowhere, with what plain Python says. */
function lowerRow({ name, level, said, listed }: FoundLevel): readonly string[] {
  const told = level === null ? said.at(-1) : said[0];
  const why = [told?.kind, told?.detail, told?.error].filter((one) => one !== null).join(': ');
  return [
    level ?? (listed === null ? 'NOWHERE' : 'listed'),
    name,
    listed ?? terminalLine(why).slice(0, 300),
  ];
}
