import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { EspalierError } from '../../core/errors/errors';
import { failedTests } from '../../core/tasks/dropped-tests';
import {
  levelFound,
  levelWithReference,
  settledLevel,
  wordsAbove,
} from '../../core/tasks/level-of';
import type { LevelRule, ReferencePass } from '../../core/tasks/level-of';
import type { Grading } from '../../core/schemas/grading';
import type { DatasetProblem, Problem } from '../../core/tasks/problem';
import type { ProblemLevel } from '../../core/schemas/problem-level';
import type { RunConfig } from '../../core/schemas/run';
import type { ShownTests } from '../../core/schemas/shown-tests';
import type { Assurance } from '../../core/schemas/verdict';
import type { Check } from '../../core/grading/check';
import { kindOf } from '../../core/tasks/kinds';
import { referenceOf, tryReference } from '../../core/tasks/try-reference';
import type { TriedReference } from '../../core/tasks/try-reference';
import type { ActivityDependencies } from '../dependencies';
import { Recent } from '../recent';
import type { DurableContext } from '../work/durable';
import { batchOptions } from './batch-options';
import { gradeAllChecks, isUnscored } from './grade-checks';

/** The level is below the run's least. The message names flags that accept the problem: a batch keeps only the message. */
export class ProblemRefusedError extends EspalierError {
  constructor(problem: string, why: string) {
    super(`${problem} is refused: ${why}`, {
      code: 'PROBLEM_REFUSED',
      remedy: 'Grade it in a run with one of these flags, or leave it out',
    });
  }
}

export interface LevelTerms extends Pick<RunConfig, 'limits' | 'seed' | 'regrade'> {
  /** sha256 of the data set. */
  readonly dataset: string;
  readonly least: Assurance;
  readonly said: Assurance | null;
  /** Whether problems whose reference fails the hidden tests are scored. */
  readonly scoresBadReferences: boolean;
}

export interface ReferenceFinding {
  readonly level: ProblemLevel;
  /** The visible tests to show. Without a reference: all. */
  readonly shown: ShownTests;
}

export function levelTerms(config: RunConfig, problem: string): LevelTerms {
  const { dataset, assurance, assuranceOf, limits, seed, regrade, grading } = config;
  const said = assuranceOf?.[problem] ?? levelOfTool(assurance, grading);
  const terms = { dataset: dataset.sha256, least: assurance, said, limits, seed, regrade };
  return { ...terms, scoresBadReferences: scoresBadReferences(config) };
}

/** Who says so, and other tools, which score whatever their data sets hold and are asked for what they would have said. */
export function scoresBadReferences({
  scoreBadReferences,
  grading,
}: Pick<RunConfig, 'scoreBadReferences' | 'grading'>): boolean {
  return scoreBadReferences === true || grading !== undefined;
}

/** Other tools have one level. A run with the profile of such a tool wants its verdicts, also for forged ones. */
export function levelOfTool(least: Assurance, grading: Grading | undefined): Assurance | null {
  return grading !== undefined && least === 'shared' ? 'shared' : null;
}

const mostRemembered = 1_000;

/**
 * Finds the level of a problem: the highest level at which its reference passes every test, visible and hidden. If an
 * example is wrong at every level, only the hidden tests count. It also finds the visible tests to show. The results of the
 * reference are stored under the key of the check, like every result. The process remembers the level.
 */
export class ProblemLevels {
  private readonly known = new Recent<ReferenceFinding>(mostRemembered);

  constructor(private readonly dependencies: ActivityDependencies) {}

  /**
   * Callers at the same time do not share work, because the end of one must not end the other.
   * @throws what `gradeAllChecks` throws. Then the level is unknown, and nothing is remembered. If the level is determined
   * without the reference, errors that leave one program without a result are not thrown
   */
  async of(terms: LevelTerms, problem: Problem, context: DurableContext): Promise<ProblemLevel> {
    return (await this.finding(terms, problem, context)).level;
  }

  /** The level, and what the reference shows about the visible tests of the problem. @throws as `of` */
  async finding(
    terms: LevelTerms,
    problem: Pick<Problem, 'id'>,
    context: DurableContext,
  ): Promise<ReferenceFinding> {
    const key = canonicalJson(asJson({ ...terms, problem: problem.id }));
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const finding = await this.find(terms, problem.id, context);
    this.known.keep(key, finding);
    return finding;
  }

  /** @throws ProblemRefusedError, and what `of` throws */
  async required(
    terms: LevelTerms,
    problem: Problem,
    context: DurableContext,
  ): Promise<Extract<ProblemLevel, { readonly kind: 'found' }>> {
    const level = await this.of(terms, problem, context);
    if (level.kind !== 'found') throw new ProblemRefusedError(problem.id, level.why);
    return level;
  }

  /** The problem as it came. The caller may have been shown fewer tests. */
  private async find(
    terms: LevelTerms,
    id: string,
    context: DurableContext,
  ): Promise<ReferenceFinding> {
    const { least, said, dataset } = terms;
    const { problems } = this.dependencies.store;
    const problem = await problems.problem(dataset, id);
    const hidden = await problems.hidden(dataset, id);
    const sources = kindOf(problem).levelSources({ problem, hidden });
    const rule: LevelRule = { problem: id, least, said, sources };
    const settled = settledLevel(rule);
    const all: ShownTests = { of: problem.visibleTests.length, dropped: [] };
    const reference = referenceOf(hidden);
    if (reference === null) return { level: settled ?? levelFound(rule, null), shown: all };
    const only = settled?.kind === 'found' ? settled.level : undefined;
    const row = { problem, hidden };
    let tried: TriedReference;
    try {
      tried = await this.tryReference({ terms, row, reference, only }, context);
    } catch (error) {
      // A problem whose level needs no reference keeps its verdicts even if the reference cannot run.
      if (settled?.kind !== 'found' || !isUnscored(error)) throw error;
      return { level: { ...settled, reference: 'stopped' }, shown: all };
    }
    const found = settled ?? levelFound(rule, passOf(tried));
    const failed = tried.level === null ? (tried.said.at(-1)?.hidden ?? null) : null;
    const level = levelWithReference(found, failed, terms);
    if (level.kind !== 'found' || level.reference === 'fails') return { level, shown: all };
    const at = tried.said.find((one) => one.level === level.level);
    return {
      level,
      shown: { ...all, dropped: [...failedTests(problem, at?.visibleOutcomes ?? [])] },
    };
  }

  private async tryReference(
    { terms: { limits, seed, regrade }, row, reference, only }: AskedReference,
    context: DurableContext,
  ): Promise<TriedReference> {
    const scope = `${context.scope}/reference of ${row.problem.id}`;
    const options = await batchOptions(this.dependencies, { ...context, scope }, { regrade });
    const run = (checks: readonly Check[]) => gradeAllChecks(checks, options);
    return tryReference(row, reference, { limits, seed, only, run });
  }
}

/** null: it passes at no level. */
function passOf({ level, said }: TriedReference): ReferencePass | null {
  if (level === null) return null;
  const above = said[said.findIndex((one) => one.level === level) - 1];
  const outcome = above?.visible ?? above?.hidden ?? null;
  if (above === undefined || outcome === null) return { level, above: null };
  return { level, above: wordsAbove(above.level, outcome) };
}

interface AskedReference {
  readonly terms: LevelTerms;
  readonly row: DatasetProblem;
  readonly reference: string;
  readonly only: Assurance | undefined;
}
