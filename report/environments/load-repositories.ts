import { UsageError } from '../../core/errors/errors';
import type { AttemptKey } from '../../core/durable/attempt-key';
import type { FunctionRecord } from '../../core/ports/environment';
import type { AttemptRecord, RunRecord, Store } from '../../core/ports/records';
import type { EnvironmentRecord } from '../../core/schemas/environment';
import {
  BuiltHarness,
  RepositoryNote,
  repositorySteps,
  StepNote,
} from '../../core/schemas/environment-built';
import type { EnvironmentOutcome } from '../../core/kinds/environment/schema';
import type { RunConfig } from '../../core/schemas/run';
import {
  importKeys,
  lastTurn,
  repositoryNoteKey,
  stepNoteKey,
  stepNotes,
  tryKey,
} from '../../core/work/note-keys';
import { isOfKind } from '../../core/kinds/of-kind';
import type { OfKind } from '../../core/kinds/of-kind';
import { idMeant } from './shortened-id';

/** The doors that pages of environments read by. */
export type EnvironmentRecords = Pick<Store, 'blobs' | 'runs' | 'environments'>;

export type EnvironmentConfig = OfKind<RunConfig, 'environment'>;

export interface EnvironmentRun {
  readonly record: RunRecord;
  readonly config: EnvironmentConfig;
  /** Nothing of it was built here. */
  readonly imported: boolean;
}

/** One repository of a run, as far as it has come. */
export interface LoadedRepository {
  readonly run: EnvironmentRun;
  readonly key: AttemptKey;
  /** What the run knows it by. */
  readonly id: string;
  /** null: it has not begun. */
  readonly attempt: AttemptRecord | null;
  /** null: it has not ended. */
  readonly outcome: EnvironmentOutcome | null;
  readonly environment: EnvironmentRecord | null;
  /** In order of place; filtered ones among them. */
  readonly functions: readonly FunctionRecord[];
}

/**
 * @param given the id of a run, or as much of it as no other run of this kind has
 * @throws UsageError (`RUN_UNKNOWN`, `RUN_AMBIGUOUS`, `RUN_OF_ANOTHER_KIND`)
 */
export async function findEnvironmentRun(
  store: EnvironmentRecords,
  given: string,
): Promise<EnvironmentRun> {
  const exact = await store.runs.run(given);
  if (exact !== null) return ofKind(store, exact);
  const runs = await environmentRuns(store);
  const id = idMeant(
    runs.map(({ record }) => record.id),
    given,
    {
      what: 'run',
      code: { unknown: 'RUN_UNKNOWN', ambiguous: 'RUN_AMBIGUOUS' },
      remedy: 'Run `espalier env list` to see what was built',
    },
  );
  return ofKind(store, runs.find(({ record }) => record.id === id)?.record ?? null);
}

/** The newest first. */
export async function environmentRuns(
  store: EnvironmentRecords,
): Promise<readonly EnvironmentRun[]> {
  const runs = [...(await store.runs.runs())].sort(
    (left, right) => right.createdAtMs - left.createdAtMs,
  );
  const own = runs.filter(({ config }) => isOfKind(config, 'environment'));
  return Promise.all(own.map((record) => ofKind(store, record)));
}

async function ofKind(
  { environments }: EnvironmentRecords,
  record: RunRecord | null,
): Promise<EnvironmentRun> {
  if (record !== null && isOfKind(record.config, 'environment')) {
    const imported = (await environments.findStep(importKeys(record.id).begun)) !== null;
    return { record, config: record.config, imported };
  }
  throw new UsageError(
    `run ${record?.id ?? ''} builds no environments`,
    'Show it with `espalier run show`; `espalier env list` has those that do',
    { code: 'RUN_OF_ANOTHER_KIND' },
  );
}

/** Every repository of a run, in its order. */
export async function loadRepositories(
  store: EnvironmentRecords,
  run: EnvironmentRun,
): Promise<readonly LoadedRepository[]> {
  return Promise.all(run.config.problems.map((id) => loadRepository(store, run, id)));
}

async function loadRepository(
  store: EnvironmentRecords,
  run: EnvironmentRun,
  id: string,
): Promise<LoadedRepository> {
  const key = { run: run.record.id, problem: id, sample: 0 };
  const [attempt, functions] = await Promise.all([
    store.runs.attempt(key),
    store.environments.funnel(key),
  ]);
  const told = attempt?.result?.outcome ?? null;
  const outcome = told?.kind === 'environment' ? told : null;
  const sha256 = outcome === null ? await installedOf(store, key) : outcome.environment;
  const known = sha256 === null ? null : await store.environments.environment(sha256);
  // It may have been built for another source with the same files.
  const repository = outcome?.repository ?? known?.repository;
  const environment = known && repository ? { ...known, repository } : known;
  return { run, key, id, attempt, outcome, environment, functions };
}

/** What was installed of a repository that has not ended. */
async function installedOf(store: EnvironmentRecords, key: AttemptKey): Promise<string | null> {
  const note = await store.environments.findStep(repositoryNoteKey(key, 'install'));
  return note === null ? null : (RepositoryNote.parse(note).environment ?? null);
}

/** What its steps as a whole came to, in order; those that were not done yet are not there. */
export async function loadRepositoryNotes(
  store: EnvironmentRecords,
  { key }: LoadedRepository,
): Promise<readonly RepositoryNote[]> {
  const found = await Promise.all(
    repositorySteps.map((step) => store.environments.findStep(repositoryNoteKey(key, step))),
  );
  return found.flatMap((note) => (note === null ? [] : [RepositoryNote.parse(note)]));
}

/** What the steps of a function's plan came to, in order. */
export async function loadStepNotes(
  store: EnvironmentRecords,
  { key }: LoadedRepository,
  id: string,
): Promise<readonly StepNote[]> {
  return (await stepNotes(store.environments, key, id)).map((note) => StepNote.parse(note));
}

/** How often steps were carried out that something had ended on the way, of the repository and of these functions. */
export async function countRepeatedSteps(
  store: EnvironmentRecords,
  { key }: LoadedRepository,
  functions: readonly { readonly id: string; readonly notes: number }[],
): Promise<number> {
  const steps = repositorySteps.map((step) => repositoryNoteKey(key, step));
  for (const { id, notes } of functions) {
    const turn = await lastTurn(store.environments, key, id);
    // One of them may be under way.
    for (let place = 0; place <= notes; place += 1) steps.push(stepNoteKey(key, id, place, turn));
  }
  let repeated = 0;
  for (const step of steps) {
    let tries = 1;
    while ((await store.environments.findStep(tryKey(step, tries))) !== null) tries += 1;
    repeated += tries - 1;
  }
  return repeated;
}

/** @param sha256 as its entry in the funnel has it */
export async function loadBuilt(store: EnvironmentRecords, sha256: string): Promise<BuiltHarness> {
  return BuiltHarness.parse(JSON.parse(await store.blobs.get(sha256)));
}
