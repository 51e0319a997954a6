import type { Command } from 'commander';

import { UsageError } from '../../../core/errors/errors';
import { filterFlags, filterWord } from '../../../core/names/filters';
import {
  environmentOptions,
  EnvironmentRequestSchema,
} from '../../../lab/environments/environment-request';
import { planEnvironments } from '../../../lab/environments/plan-environments';
import { withStore } from '../../../lab/with-store';
import { action } from '../../command-context';
import { addFlags, readFlags } from '../../request-flags';
import { followStarted } from '../../runs/follow-run';
import { startOrLeave } from '../../runs/start-or-leave';

/** R2E's switches as they are typed: `--disable-filter no-docstring`. */
const filterOf = (word: string): string =>
  filterFlags.find((flag) => filterWord(flag) === word) ?? word;

const isNoFilter = (word: string): boolean => !filterFlags.some((flag) => flag === filterOf(word));

export function registerEnvBuild(parent: Command): void {
  const command = parent
    .command('build [source...]')
    .summary('install repositories and build harnesses for their functions')
    .description(
      'build environments: install each repository and build harnesses for its functions. A source is a folder, the URL of' +
        ' a git repository, or name==version of a source distribution. To follow the same run, run the same command again. Without --index-until, this works only on the same UTC day, because the default changes every day. Exit 1 if a repository cannot be used or --functions matches nothing',
    );
  addFlags(command, environmentOptions)
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
