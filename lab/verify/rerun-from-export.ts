import { EspalierError, NotReadyError, exitCodes } from '../../core/errors/errors';
import type { Journal } from '../../core/adapters/journal';
import type { Store } from '../../core/ports/records';
import { workRow } from '../../core/kinds/kinds';
import { exportRun } from '../../report/export/export-run';
import type { LabContext } from '../lab-context';
import { runIdOf } from '../planning/run-id';
import { usualConcurrency } from '../planning/run-options';
import { startRun } from '../runs/start-run';
import type { StartableRun } from '../runs/start-run';
import { watchRun } from '../runs/watch-run';
import type { WatchOptions } from '../runs/watch-run';
import { withStore } from '../with-store';
import type { ExportedCall, RunFacts } from './read-run-export';
import type { DatasetProblem } from '../../core/tasks/problem';

/** All that an export says of what a run was asked and answered. */
export interface ExportedRun {
  readonly facts: RunFacts;
  readonly problems: readonly DatasetProblem[];
  readonly calls: readonly ExportedCall[];
}

/** A question of the rerun that the export has no answer to. */
export interface UnansweredQuestion {
  readonly problem: string;
  readonly sample: number;
  readonly role: string;
  /** Where in its attempt, in a word: `n2`. */
  readonly place: string;
  readonly identity: string;
}

/** What a rerun came to: an export of its own, or questions that nobody answers. */
export type Rerun =
  | { readonly kind: 'exported'; readonly files: readonly string[] }
  | { readonly kind: 'unanswered'; readonly questions: readonly UnansweredQuestion[] };

export interface RerunOptions extends Pick<WatchOptions, 'onProgress' | 'signal'> {
  /** Where the rerun is exported to; made. */
  readonly directory: string;
}

/**
 * Does a run again in a state folder of its own, from what an export of it holds, and exports that.
 * @param context of the state folder: empty, and offline
 * @throws EspalierError (`INTERRUPTED`) when `signal` is aborted; NotReadyError for what this machine lacks
 */
export function rerunFromExport(
  context: LabContext,
  { facts, problems, calls }: ExportedRun,
  { directory, ...watching }: RerunOptions,
): Promise<Rerun> {
  return withStore(context, async (store) => {
    await keepAnswers(store.journal, calls);
    const { config, bundle } = facts;
    const plan: StartableRun = {
      id: runIdOf(config),
      config,
      dataset: { rows: problems },
      model: { config: config.model, bankFiles: null, scriptFile: null, missing: () => [] },
      concurrency: usualConcurrency,
    };
    const questions = await runOffline(context, store, { plan, ...watching });
    if (questions.length > 0) return { kind: 'unanswered', questions };
    // Which code made the run is told apart from what it came to, and is not what is compared.
    if (bundle !== null) await store.runs.setRunBundle(plan.id, bundle);
    const target = { runId: plan.id, directory, force: false, partial: true, withCalls: true };
    const { files } = await exportRun({ store, ...target });
    return { kind: 'exported', files };
  });
}

/** Puts every answer into the journal, under what its request is known by: not by the word of the file. */
async function keepAnswers(journal: Journal, calls: readonly ExportedCall[]): Promise<void> {
  const { requestIdentity } = await import('../../llm/index.js');
  for (const { role, request, answer } of calls) {
    const identity = requestIdentity(request);
    const place = { problem: identity, sample: 0, node: '', repair: false } as const;
    const context = { problem: identity, role };
    // Uses of the run are counted when it asks; these are of no run.
    const use = { kind: 'search', run: 'exported', ...place, context } as const;
    await journal.claim({ identity, request, use, owner: 'export', leaseMs: 60_000 });
    await journal.answer(identity, answer, { use, requests: [] });
  }
}

/** The questions that it had to leave open; none: the run has ended. */
async function runOffline(
  context: LabContext,
  store: Store,
  { plan, ...watching }: Omit<RerunOptions, 'directory'> & { readonly plan: StartableRun },
): Promise<readonly UnansweredQuestion[]> {
  const { services } = await startRun(context, store, plan);
  if (services === null) return [];
  try {
    const end = await watchRun({ store, services, run: plan.id, ...watching });
    switch (end.kind) {
      case 'ended':
        return [];
      case 'left':
        throw interrupted();
      case 'paused': {
        const questions = await unansweredIn(store, plan.id);
        if (questions.length > 0) return questions;
        throw new NotReadyError(`the rerun waits: ${end.reason}`, 'Mend it, and verify again', {
          code: 'RUN_PAUSED',
        });
      }
    }
  } finally {
    await services.disconnect();
  }
}

async function unansweredIn(store: Store, run: string): Promise<readonly UnansweredQuestion[]> {
  const calls = await store.runs.calls(run);
  return calls
    .filter(({ state }) => state === 'sent')
    .map((call) => {
      const { problem, sample, role, identity } = call;
      return { problem, sample, role, place: workRow(call.kind).place(call), identity };
    });
}

function interrupted(): EspalierError {
  return new EspalierError('the rerun was interrupted', {
    code: 'INTERRUPTED',
    remedy: 'Start it again; nothing of it is kept',
    fate: 'cancelled',
    exitCode: exitCodes.failures,
  });
}
