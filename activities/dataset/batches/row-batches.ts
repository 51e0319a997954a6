import { attemptCount } from '../../../core/work/planned-attempts';
import type { AttemptKey } from '../../../core/ports/records';
import type { ActivityDependencies } from '../../dependencies';
import { Recent } from '../../recent';
import type { RowContext, RowContexts } from '../row-contexts';
import { advanceWindow } from './advance-window';

const mostWindows = 1_000;

/** Advances the batches of the window of a row, and those of the next window, so that its answers come meanwhile. */
export class RowBatches {
  /** When each window is worth a look, by `performance.now`. Infinity: it is done. */
  private readonly looks = new Recent<number>(mostWindows);

  constructor(
    private readonly dependencies: ActivityDependencies,
    private readonly rows: RowContexts,
  ) {}

  /** @returns how long the row waits, ms. null: it can go on */
  async wait(attempt: AttemptKey, position: number): Promise<number | null> {
    const { config } = await this.rows.of(attempt, position);
    const { batch } = config.build.recipe;
    if (batch === undefined) return null;
    const window = Math.floor(position / batch.rows);
    const waitMs = await this.advance(attempt.run, window, config);
    const next = window + 1;
    if (next * batch.rows < attemptCount(config)) {
      // Its own rows meet the trouble of the next window, too.
      await this.advance(attempt.run, next, config).catch(() => null);
    }
    return waitMs;
  }

  private async advance(
    run: string,
    window: number,
    config: RowContext['config'],
  ): Promise<number | null> {
    const name = `${run} ${String(window)}`;
    const restMs = (this.looks.get(name) ?? 0) - performance.now();
    if (restMs === Infinity) return null;
    if (restMs > 0) return Math.ceil(restMs);
    const of = { window: { run, window }, config };
    const waitMs = await advanceWindow(this.dependencies, this.rows, of);
    this.looks.keep(name, waitMs === null ? Infinity : performance.now() + waitMs);
    return waitMs;
  }
}
