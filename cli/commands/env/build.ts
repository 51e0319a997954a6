import type { Command } from 'commander';

import { UsageError } from '../../../core/errors/errors';
import { filterFlags, filterWord } from '../../../core/names/filters';
import { generators } from '../../../core/names/harness-plan';
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
    .summary('install repositories and build harnesses for their functions')
    .description(
      'build environments: install each repository and build harnesses for its functions. A source is a folder, the URL of' +
        ' a git repository, or name==version of a source distribution. To follow the same run, run the same command again. Without --index-until, this works only on the same UTC day, because the default changes every day. Exit 1 if a repository cannot be used or --functions matches nothing',
    )
    .option('--revision <name>', 'branch, tag or commit; only with a single source')
    .option(
      '--from <file>',
      'file with more sources, one per line, each optionally followed by its revision',
    )
    .option(
      '--model <spec>',
      'model, as in `run start`; none: build without a model',
      environmentDefaults.model,
    )
    .option(
      '--max-rounds <n>',
      `maximum rounds with the model per function, 1 to 20 (default: ${String(environmentDefaults.maxRounds)})`,
    )
    .option(
      '--generators <a,b>',
      `generators of cases; they run in the order that you give: ${generators.join(', ')}`,
      wordList,
    )
    .option(
      '--functions <id...>',
      'use only these functions; give each as path::qualname#n or as a prefix of it',
    )
    .option('--limit <n>', 'build harnesses for at most n functions of each repository')
    .option(
      '--disable-filter <name...>',
      `filters to disable: ${filterFlags.map(filterWord).join(', ')}`,
    )
    .option(
      '--min-coverage <share>',
      'share of branches that the cases must cover',
      String(environmentDefaults.minCoverage),
    )
    .option(
      '--min-mutation <share>',
      'share of mutants that the cases must detect',
      String(environmentDefaults.minMutation),
    )
    .option(
      '--max-tokens <n>',
      `maximum tokens in one reply (default: ${String(environmentDefaults.maxTokens)})`,
    )
    .option('--max-calls <n>', 'maximum model calls for one repository')
    .option('--token-budget <n>', 'maximum tokens of model calls for one repository')
    .option('--max-cost <usd>', 'maximum cost of model calls for one repository')
    .option(
      '--concurrency <n>',
      'repositories to build at the same time',
      String(environmentDefaults.concurrency),
    )
    .option(
      '--index-until <time>',
      'use the package index as it was at this time (default: 0:00 UTC today)',
    )
    .option(
      '--fresh <name>',
      'start a new run of the same configuration and give the run this name',
    )
    .option('--detach', 'return at once; the run continues in the background')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, { words, flags: raw }) => {
        const request = readEnvironmentFlags(words, raw);
        return withStore(context, async (store) => {
          const plan = await planEnvironments(context, store, request);
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
