import { EspalierError } from '../../core/errors/errors';
import type { AttemptKey, RunRecord, Store } from '../../core/ports/records';
import type { Problem } from '../../core/tasks/problem';
import type { RunConfig, WorkKind } from '../../core/schemas/run';
import { differingVersions, versionsOf } from '../../core/work/versions';
import { asShown } from '../../core/tasks/dropped-tests';
import type { ShownTests } from '../../core/schemas/shown-tests';
import { isOfKind } from '../../core/kinds/of-kind';
import type { OfKind } from '../../core/kinds/of-kind';
import { Recent, remembered } from '../recent';
import { sha256Of } from '../sha256-of';
import { PreparedTasks } from './prepared-tasks';

/** The engine knows this run and the store does not. */
export class RunMissingError extends EspalierError {
  constructor(run: string) {
    super(`run ${run} is not in the store`, {
      code: 'RUN_MISSING',
      remedy:
        'Start it again with `espalier run start`, against the state folder it was started in',
      fate: 'pauses-run',
    });
  }
}

/** This worker would continue the run with other prompts or rules than those it was begun with. */
export class OtherVersionsError extends EspalierError {
  constructor(run: string, differing: readonly string[]) {
    super(`run ${run} was begun with other versions of: ${differing.join(', ')}`, {
      code: 'RUN_OF_OTHER_VERSIONS',
      fate: 'pauses-run',
      remedy:
        'Have a worker of the version that began it go on, or make a new run with `run start`',
    });
  }
}

export interface AttemptContext {
  readonly run: RunRecord;
  readonly problem: Problem;
}

/** What an attempt needs from its run. It never changes and is read once as long as it is in use. */
export class AttemptContexts {
  private readonly runs = new Recent<Promise<RunRecord>>(mostRuns);
  private readonly problems = new Recent<Promise<Problem>>(mostProblems);
  private readonly shown = new Recent<ShownTests>(mostProblems);

  /** What was prepared for patches. */
  readonly prepared: PreparedTasks;

  constructor(private readonly store: Store) {
    this.prepared = new PreparedTasks(store.environments);
  }

  /**
   * The problem as everybody sees it: without visible tests that its reference fails, once that is known, and with what was prepared for
   * patches.
   */
  async of(attempt: AttemptKey): Promise<AttemptContext> {
    const { run, problem } = await this.given(attempt);
    const shown = await this.shownTests(attempt);
    const without = shown === null ? problem : asShown(problem, shown);
    return { run, problem: await this.prepared.filled(attempt, without) };
  }

  /** The problem as its data set has it. */
  async given(attempt: AttemptKey): Promise<AttemptContext> {
    const run = await this.run(attempt.run);
    const dataset = run.config.dataset.sha256;
    const problem = await remembered(this.problems, `${dataset} ${attempt.problem}`, () =>
      this.store.problems.problem(dataset, attempt.problem),
    );
    return { run, problem };
  }

  /** A stored value never changes; null may. */
  private async shownTests({ run, problem }: AttemptKey): Promise<ShownTests | null> {
    const key = `${run} ${problem}`;
    const known = this.shown.get(key);
    if (known !== undefined) return known;
    const kept = await this.store.runs.shownTests({ run, problem });
    if (kept === null) return null;
    this.shown.keep(key, kept);
    return kept;
  }

  /** The configuration of the run. The status in it is from the first reading. */
  run(id: string): Promise<RunRecord> {
    return remembered(this.runs, id, async () => {
      const run = await this.store.runs.run(id);
      if (run === null) throw new RunMissingError(id);
      const differing = differingVersions(run.config.versions, versionsOf(run.config, sha256Of));
      if (run.config.versions !== undefined && differing.length > 0)
        throw new OtherVersionsError(id, differing);
      return run;
    });
  }

  /** The configuration of a run of a known kind. Only its own workflows ask. */
  async configOf<Kind extends WorkKind>(id: string, kind: Kind): Promise<OfKind<RunConfig, Kind>> {
    const { config } = await this.run(id);
    if (!isOfKind(config, kind)) throw new Error(`run ${id} is no ${kind}`);
    return config;
  }
}

/** The configuration of one run may name 100,000 problems. */
const mostRuns = 20;
const mostProblems = 1_000;
