import type { Command } from 'commander';

import { exitCodes } from '../../../core/errors/errors';
import type { Store } from '../../../core/ports/records';
import { withStore } from '../../../lab/with-store';
import { functionDocument } from '../../../report/environments/function-document';
import { functionLines } from '../../../report/environments/function-lines';
import { findFunction } from '../../../report/environments/load-function';
import {
  findEnvironmentRun,
  loadRepositories,
  loadRepositoryNotes,
} from '../../../report/environments/load-repositories';
import type { LoadedRepository } from '../../../report/environments/load-repositories';
import { repositoryDocument } from '../../../report/environments/repository-document';
import { repositoryLines } from '../../../report/environments/repository-lines';
import { repositoriesMeant } from '../../../report/environments/repositories-meant';
import { action, word } from '../../command-context';
import type { CommandContext } from '../../command-context';

interface ShowFlags {
  readonly full?: boolean;
}

/** `env show`: `--json` gives a list of `repositoryDocument` or a `functionDocument`. Ids may be shortened if unambiguous. */
export function registerEnvShow(env: Command): void {
  env
    .command('show <run> [id]')
    .summary('show the repositories of a run, one repository, or one function')
    .description(
      'show the repositories of a run, one repository, or one function: source with coverage and undetected mutants, slice, cases, steps',
    )
    .option('--full', 'print logs, packages, fragments and the feedback of each round in full')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<ShowFlags>((context, call) =>
        withStore(context, async (store) => {
          const run = await findEnvironmentRun(store, word(call, 0));
          const repositories = await loadRepositories(store, run);
          const full = call.flags.full === true;
          const id = call.words[1];
          const named = id === undefined ? repositories : repositoriesMeant(repositories, id);
          if (named.length > 0) await showRepositories(context, store, named, full);
          else await showFunction(context, store, { repositories, id: id ?? '', full });
          return exitCodes.ok;
        }),
      ),
    );
}

async function showRepositories(
  { output }: CommandContext,
  store: Store,
  repositories: readonly LoadedRepository[],
  full: boolean,
): Promise<void> {
  const documents = [];
  for (const [at, repository] of repositories.entries()) {
    const notes = await loadRepositoryNotes(store, repository);
    if (at > 0) output.print('');
    for (const line of repositoryLines(repository, notes, { full })) output.print(line);
    documents.push(repositoryDocument(repository, notes));
  }
  output.result(documents);
}

async function showFunction(
  { output }: CommandContext,
  store: Store,
  {
    repositories,
    id,
    full,
  }: {
    readonly repositories: readonly LoadedRepository[];
    readonly id: string;
    readonly full: boolean;
  },
): Promise<void> {
  const found = await findFunction(store, repositories, id);
  const { columns } = output;
  for (const line of functionLines(found, { columns, full })) output.printExactly(line);
  output.result(functionDocument(found));
}
