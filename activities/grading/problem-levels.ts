import { asJson, canonicalJson } from '../../core/canonical-json';
import { EspalierError } from '../../core/errors';
import { levelFound, settledLevel, wordsAbove } from '../../core/tasks/level-of';
import type { LevelRule, ReferencePass } from '../../core/tasks/level-of';
import type { Grading } from '../../core/schemas/grading';
import type { DatasetProblem, Problem } from '../../core/schemas/problem';
import type { ProblemLevel } from '../../core/schemas/problem-level';
import type { RunConfig } from '../../core/schemas/run';
import type { Assurance } from '../../core/schemas/verdict';
import type { Check } from '../../core/tasks/check';
import { kindOf } from '../../core/tasks/kinds';
import { tryReference } from '../../core/tasks/try-reference';
import type { ActivityDependencies } from '../dependencies';
import type { DurableContext } from '../work/durable';
import { batchOptions } from './batch-options';
import { gradeAllChecks } from './grade-checks';

/**
 * A problem is worth less than the run takes, so no program of it is graded. The message has the flags that would take it:
 * a batch keeps that alone.
 */
export class ProblemRefusedError extends EspalierError {
  constructor(problem: string, why: string) {
    super(`${problem} is refused: ${why}`, {
      code: 'PROBLEM_REFUSED',
      remedy: 'Grade it in a run with one of these flags, or leave it out',
    });
  }
}

/** How a run, or a batch, wants the level of a problem found. */
export interface LevelTerms extends Pick<RunConfig, 'limits' | 'seed' | 'regrade'> {
  /** sha256 of the data set. */
  readonly dataset: string;
  readonly least: Assurance;
  readonly said: Assurance | null;
}

/** What a run's configuration says of the level of one of its problems. */
export function levelTerms(config: RunConfig, problem: string): LevelTerms {
  const { dataset, assurance, assuranceOf, limits, seed, regrade, grading } = config;
  const said = assuranceOf?.[problem] ?? levelOfTool(assurance, grading);
  return { dataset: dataset.sha256, least: assurance, said, limits, seed, regrade };
}

/**
 * Other tools know one level only. Who asks for that in their profile wants what they would have said, of programs too that
 * beat their limits or forge their verdicts.
 */
export function levelOfTool(least: Assurance, grading: Grading | undefined): Assurance | null {
  return grading !== undefined && least === 'shared' ? 'shared' : null;
}

const mostRemembered = 5000;

/**
 * At which level programs for a problem are graded: the highest at which its reference passes every test, visible and
 * hidden, or every hidden one where an example is wrong at each. What running the reference said is in the store under the check's key, like every result; what it comes to is
 * remembered by the process.
 */
export class ProblemLevels {
  private readonly known = new Map<string, ProblemLevel>();

  constructor(private readonly dependencies: ActivityDependencies) {}

  /**
   * Callers at a time do not share one's work: its end must not be theirs.
   * @throws what `gradeAllChecks` throws: then nothing is known of the level, and nothing is remembered
   */
  async of(terms: LevelTerms, problem: Problem, context: DurableContext): Promise<ProblemLevel> {
    const key = canonicalJson(asJson({ ...terms, problem: problem.id }));
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const level = await this.find(terms, problem, context);
    if (this.known.size >= mostRemembered) this.known.clear();
    this.known.set(key, level);
    return level;
  }

  /** @throws ProblemRefusedError, and what `of` throws */
  async required(
    terms: LevelTerms,
    problem: Problem,
    context: DurableContext,
  ): Promise<Extract<ProblemLevel, { readonly kind: 'found' }>> {
    const level = await this.of(terms, problem, context);
    if (level.kind === 'refused') throw new ProblemRefusedError(problem.id, level.why);
    return level;
  }

  private async find(
    terms: LevelTerms,
    problem: Problem,
    context: DurableContext,
  ): Promise<ProblemLevel> {
    const { least, said, dataset } = terms;
    const hidden = await this.dependencies.store.problems.hidden(dataset, problem.id);
    const sources = kindOf(problem).levelSources({ problem, hidden });
    const rule: LevelRule = { problem: problem.id, least, said, sources };
    const settled = settledLevel(rule);
    if (settled !== null) return settled;
    const reference = sources?.reference ?? '';
    const row = { problem, hidden };
    const passes = await this.tryReference({ terms, row, reference }, context);
    return levelFound(rule, passes);
  }

  /** null: it passes at no level. */
  private async tryReference(
    { terms: { limits, seed, regrade }, row, reference }: AskedReference,
    context: DurableContext,
  ): Promise<ReferencePass | null> {
    const scope = `${context.scope}/reference of ${row.problem.id}`;
    const options = await batchOptions(this.dependencies, { ...context, scope }, { regrade });
    const run = (checks: readonly Check[]) => gradeAllChecks(checks, options);
    const { level, said } = await tryReference(row, reference, { limits, seed, run });
    if (level === null) return null;
    const above = said[said.findIndex((one) => one.level === level) - 1];
    const outcome = above?.visible ?? above?.hidden ?? null;
    if (above === undefined || outcome === null) return { level, above: null };
    return { level, above: wordsAbove(above.level, outcome) };
  }
}

interface AskedReference {
  readonly terms: LevelTerms;
  readonly row: DatasetProblem;
  readonly reference: string;
}
