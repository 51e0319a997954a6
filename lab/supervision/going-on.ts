import type { EngineWork } from '../../client';
import type { RunRecord, Store } from '../../core/ports/records';
import { askedAt } from '../../core/work/asked-at';
import { failed, noFailures, tried, waitMs } from '../../core/supervision/back-off';
import type { BackOff } from '../../core/supervision/back-off';
import { isRunWaitingForKey } from '../../core/supervision/may-go-on';
import { waitsForKey } from '../../core/supervision/waits-for-key';
import type { WorkflowBundle } from '../../core/schemas/workflow-bundle';
import { findRun } from '../../report/load-run';
import type { LabContext } from '../lab-context';
import { isNotBegun } from '../../core/work/not-begun';
import { oneAtATime } from '../runs/begin-work';
import { isOtherCode } from '../runs/other-code';
import { resumeRun } from '../runs/resume-run';
import { ensureLocalEngine } from '../services/ensure-local-engine';
import { workingBundle } from '../services/worker-ready';
import { missingKey } from './missing-key';

/** A command that begins a run, or ends its workflows, is done with that sooner. */
const stuckForMs = 10_000;
const connectWithinMs = 2_000;
const answerWithinMs = 10_000;

/** What is known of a run that does not go on by itself, or lately did not. */
interface Stuck {
  /** null: it goes on now. */
  readonly sinceMs: number | null;
  readonly backOff: BackOff;
  /** What it was last said to fail of. */
  readonly said: string | null;
}

type WorksOf = (runs: readonly string[]) => Promise<ReadonlyMap<string, EngineWork | null>>;

/** Continues runs whose workflows are gone or of other code, or whose key arrived, as `run resume` does (may-go-on.ts). */
export class GoingOn {
  private readonly stuck = new Map<string, Stuck>();

  /** @param worksOf what the engine works on, of these runs. Default: the local engine is asked */
  constructor(
    private readonly context: LabContext,
    private readonly worksOf: WorksOf = (runs) => worksOnLocalEngine(context, runs),
  ) {}

  /** @throws EspalierError when the engine does not answer */
  async look(store: Store, runs: readonly RunRecord[]): Promise<void> {
    const ids = new Set(runs.map(({ id }) => id));
    // One that somebody has paused or ended since, and that is here again later, has stopped then.
    for (const id of this.stuck.keys()) if (!ids.has(id)) this.stuck.delete(id);
    const working = runs.filter(({ status }) => status === 'running');
    const works = await this.worksOf(working.map(({ id }) => id));
    const bundle = await workingBundle(this.context.folder);
    for (const run of runs) {
      await this.goOn(store, run, whyStuck(run, works.get(run.id) ?? null, bundle));
    }
  }

  private async goOn(store: Store, run: RunRecord, why: string | null): Promise<void> {
    const { id, status } = run;
    const nowMs = performance.now();
    const last = this.stuck.get(id) ?? { sinceMs: null, backOff: noFailures, said: null };
    if (why === null) {
      // One that stops again soon is tried less often: its failures are forgotten with time alone.
      if (last.backOff.failures.length > 0) this.stuck.set(id, { ...last, sinceMs: null });
      else this.stuck.delete(id);
      return;
    }
    const sinceMs = last.sinceMs ?? nowMs;
    const known: Stuck = { ...last, sinceMs };
    this.stuck.set(id, known);
    if (!isRunWaitingForKey(run) && nowMs - sinceMs < stuckForMs) return;
    if (waitMs(known.backOff, nowMs) > 0) return;
    const missing = await missingKey(this.context.settings, askedAt(run));
    if (missing !== null) {
      // Its workflows, which would say so, are not there.
      if (status === 'running') await this.sayItWaits(store, run, waitsForKey(missing));
      return;
    }
    await this.resume(store, id, { ...known, backOff: tried(known.backOff) }, why);
  }

  /** Unless somebody has ended it, or begun it again, since it was read. */
  private async sayItWaits(store: Store, read: RunRecord, reason: string): Promise<void> {
    await oneAtATime(this.context, async () => {
      const { id, status, generation } = await findRun(store, read.id);
      if (status !== 'running' || generation !== read.generation) return;
      await store.runs.setRunStatus(id, 'paused', reason);
      this.context.note(`run ${id} ${reason}`);
    });
  }

  private async resume(store: Store, run: string, known: Stuck, why: string): Promise<void> {
    const { note } = this.context;
    if (known.said === null) note(`run ${run}: ${why}; it goes on from what is stored`);
    try {
      const { services } = await resumeRun(this.context, store, { run, concurrency: null });
      await services?.disconnect();
      const backOff = failed(known.backOff, performance.now());
      this.stuck.set(run, { sinceMs: null, backOff, said: null });
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      if (said !== known.said) note(`run ${run} does not go on yet: ${said}`);
      const backOff = failed(known.backOff, performance.now());
      this.stuck.set(run, { ...known, backOff, said });
    }
  }
}

async function worksOnLocalEngine(
  context: LabContext,
  runs: readonly string[],
): Promise<ReadonlyMap<string, EngineWork | null>> {
  if (runs.length === 0) return new Map();
  const { connectEngine, engineWorks } = await import('../../client/index.js');
  const { target } = await ensureLocalEngine(context);
  const { client, close } = await connectEngine({ ...target, connectWithinMs });
  try {
    const works = await engineWorks(client, runs, answerWithinMs);
    return new Map(runs.map((run, index) => [run, works[index] ?? null]));
  } finally {
    await close();
  }
}

function whyStuck(
  run: RunRecord,
  work: EngineWork | null,
  working: WorkflowBundle | null,
): string | null {
  const { bundle, generation } = run;
  if (isRunWaitingForKey(run)) return 'the key that it waits for is here';
  if (isNotBegun(run)) return 'who was to begin it again did not';
  if (work?.state !== 'running') return 'the engine does not work on it';
  if (isOtherCode(bundle, working)) return 'its workflows are of other code';
  return work.generation === generation ? null : 'its workflows are not of the state of the store';
}
