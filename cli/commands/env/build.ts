import type { Command } from 'commander';

import { UsageError } from '../../../core/errors';
import { filterFlags, filterWord } from '../../../core/repository/filters/filter-table';
import { generators } from '../../../core/repository/plan/plan';
import {
  environmentDefaults,
  EnvironmentRequestSchema,
} from '../../../lab/environments/environment-request';
import { planEnvironments } from '../../../lab/environments/plan-environments';
import { withStore } from '../../../lab/with-store';
import { action } from '../../command-context';
import { listFlag } from '../../list-flag';
import { readFlags } from '../../request-flags';
import { followStarted } from '../../runs/follow-run';
import { startOrLeave } from '../../runs/start-or-leave';

/** R2E's switches as they are typed: `--disable-filter no-docstring`. */
const filterOf = (word: string): string =>
  filterFlags.find((flag) => filterWord(flag) === word) ?? word;

const isNoFilter = (word: string): boolean => !filterFlags.some((flag) => flag === filterOf(word));

const wordList = (given: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...listFlag(given),
];

export function registerEnvBuild(parent: Command): void {
  parent
    .command('build [source...]')
    .description(
      'make environments of repositories: install each, and build harnesses for its functions. A source is a folder, the' +
        ' address of a git repository, or name==version of a source distribution. The same command names the same run' +
        ' all day: under way, this attaches to it. Exit 1 when a repository cannot be used, or --functions names none',
    )
    .option('--revision <name>', 'of the one source: branch, tag or commit')
    .option('--from <file>', 'more sources, a line each, with their revisions behind them')
    .option('--model <spec>', 'as of a run; none: nobody is asked', environmentDefaults.model)
    .option('--max-rounds <n>', 'of the model for one function, 1 to 20 (default: 3)')
    .option(
      '--generators <a,b>',
      `who makes cases, in this order: ${generators.join(', ')}`,
      wordList,
    )
    .option('--functions <id...>', 'only these: path::qualname#n, or its beginning')
    .option('--limit <n>', 'most functions of each repository that harnesses are built for')
    .option(
      '--disable-filter <name...>',
      `leave filters out: ${filterFlags.map(filterWord).join(', ')}`,
    )
    .option('--min-coverage <share>', 'of branches', String(environmentDefaults.minCoverage))
    .option('--min-mutation <share>', 'of mutants noticed', String(environmentDefaults.minMutation))
    .option('--max-tokens <n>', 'longest reply, tokens (default: 4096)')
    .option('--max-calls <n>', 'most model calls for one repository')
    .option('--token-budget <n>', 'most tokens of them')
    .option('--max-cost <usd>', 'most that they cost')
    .option('--concurrency <n>', 'repositories at a time', String(environmentDefaults.concurrency))
    .option('--index-until <time>', 'the package index as it was then (default: at 0:00 UTC today)')
    .option('--fresh <name>', 'a new run of the same configuration')
    .option('--detach', 'leave at once; the work goes on')
    .option('--json', 'one document on stdout')
    .action(
      action(async (context, { words, flags: raw }) => {
        const request = readEnvironmentFlags(words, raw);
        return withStore(context, async (store) => {
          const plan = await planEnvironments(context, store, request);
          context.output.note(`run ${plan.id}`);
          const started = await startOrLeave(context, store, plan);
          return followStarted(context, store, started, { detach: raw['detach'] === true });
        });
      }),
    );
}

/** @throws UsageError naming the flag, its value and what it may be */
export function readEnvironmentFlags(
  sources: readonly string[],
  raw: Readonly<Record<string, unknown>>,
): ReturnType<typeof readFlags<typeof EnvironmentRequestSchema>> {
  const filters = raw['disableFilter'];
  const typed = {
    ...raw,
    ...(sources.length === 0 ? {} : { sources }),
    ...(Array.isArray(filters) ? { disableFilter: filters.map(String).map(filterOf) } : {}),
  };
  const unknown = Array.isArray(filters) ? filters.map(String).find(isNoFilter) : undefined;
  if (unknown !== undefined) {
    throw new UsageError(
      `--disable-filter "${unknown}" is unknown`,
      `Choose of ${filterFlags.map(filterWord).join(', ')}`,
      { code: 'BAD_FLAG' },
    );
  }
  return readFlags(EnvironmentRequestSchema, typed, 'env build --help');
}
