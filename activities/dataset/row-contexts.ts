import { methodSteps } from '../../core/code-feedback/next-step';
import { rowPlan, solutionTexts } from '../../core/code-feedback/row-plan';
import type { RowPlan, ToldRow, ToldStep } from '../../core/code-feedback/method';
import { BenchmarkIndex } from '../../core/code-feedback/gates/benchmark-index';
import type { BenchmarkText } from '../../core/code-feedback/gates/benchmark-index';
import type { PlannedRow, RowStep } from '../../core/kinds/dataset/schema';
import type { OfKind } from '../../core/kinds/of-kind';
import type { AttemptKey, Store } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import { pageAt, rowPage, rowPages } from '../../store';
import type { PlannedPage } from '../../store';
import { Recent, remembered } from '../recent';
import type { AttemptContexts } from '../work/attempt-contexts';

/** A planned row in its run. */
export interface RowContext {
  readonly config: OfKind<RunConfig, 'dataset'>;
  readonly planned: PlannedRow;
}

/** Rows in work are neighbours, and a page may be large. */
const mostPages = 8;
const mostRuns = 4;

/** What the activities of rows know of them. Pages and the index of benchmarks are kept for the next row. */
export class RowContexts {
  private readonly lists = new Recent<Promise<readonly PlannedPage[]>>(mostRuns);
  private readonly pages = new Recent<Promise<readonly PlannedRow[]>>(mostPages);
  private readonly indexes = new Recent<Promise<BenchmarkIndex>>(2);

  constructor(
    private readonly store: Store,
    private readonly attempts: AttemptContexts,
  ) {}

  /** @throws RunMissingError, BlobMissingError, RecordUnreadableError */
  async of({ run }: AttemptKey, position: number): Promise<RowContext> {
    const config = await this.attempts.configOf(run, 'dataset');
    const { pages } = config.build;
    const { blobs } = this.store;
    const list = await remembered(this.lists, pages, () => rowPages(blobs, pages));
    const { sha256, from } = pageAt(list, position);
    const page = await remembered(this.pages, sha256, () => rowPage(blobs, sha256));
    const planned = page[position - from];
    if (planned === undefined) throw new RangeError(`there is no row at ${String(position)}`);
    return { config, planned };
  }

  /** The plan that the workflow decides with. Solutions become stored programs. */
  async planOf({ config, planned }: RowContext): Promise<RowPlan> {
    const texts = solutionTexts(planned);
    const solutions = await Promise.all(texts.map((text) => this.store.blobs.put(text)));
    return rowPlan(planned, config.build.recipe, solutions);
  }

  /** The steps of the method of a row, with their texts. */
  async told({ config, planned }: RowContext, done: readonly RowStep[]): Promise<ToldRow> {
    const { recipe } = config.build;
    const own = methodSteps(planned.method, recipe.filter, done);
    return { planned, recipe, steps: await Promise.all(own.map((step) => this.toldStep(step))) };
  }

  /** null: the recipe compares with no benchmark. */
  async benchmarks({ config }: RowContext): Promise<BenchmarkIndex | null> {
    const { benchmarks } = config.build;
    if (benchmarks === null) return null;
    return remembered(this.indexes, benchmarks, async () => {
      const texts = JSON.parse(await this.store.blobs.get(benchmarks)) as BenchmarkText[];
      return BenchmarkIndex.of(texts);
    });
  }

  private async toldStep(step: RowStep): Promise<ToldStep> {
    const { blobs } = this.store;
    const code = step.program === null ? null : await blobs.get(step.program);
    if (step.kind === 'asked') return { ...step, text: await blobs.get(step.reply.sha256), code };
    return { ...step, text: await blobs.get(step.words.sha256), code: code ?? '' };
  }
}
