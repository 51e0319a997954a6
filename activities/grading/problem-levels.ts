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

/**
 * A problem is worth less than the run takes, so no program of it is graded. The message has the flags of a run that would
 * take it: a batch keeps that alone, and has none itself.
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
  /** Problems whose reference fails the hidden tests are scored all the same. */
  readonly scoresBadReferences: boolean;
}

/** What running the reference of a problem says of it. */
export interface ReferenceFinding {
  readonly level: ProblemLevel;
  /** Which of its visible tests are to be shown: all, where no reference says otherwise. */
  readonly shown: ShownTests;
}

/** What a run's configuration says of the level of one of its problems. */
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

/**
 * Other tools know one level only. Who asks for that in their profile wants what they would have said, of programs too that
 * beat their limits or forge their verdicts.
 */
export function levelOfTool(least: Assurance, grading: Grading | undefined): Assurance | null {
  return grading !== undefined && least === 'shared' ? 'shared' : null;
}

const mostRemembered = 1_000;

/**
 * At which level programs for a problem are graded: the highest at which its reference passes every test, visible and
 * hidden, or every hidden one where an example is wrong at each; and which of the visible tests are worth showing. What running the
 * reference said is in the store under the check's key, like every result; what it comes to is remembered by the process.
 */
export class ProblemLevels {
  private readonly known = new Recent<ReferenceFinding>(mostRemembered);

  constructor(private readonly dependencies: ActivityDependencies) {}

  /**
   * Callers at a time do not share one's work: its end must not be theirs.
   * @throws what `gradeAllChecks` throws: then nothing is known of the level, and nothing is remembered. Where the level is settled
   * without the reference, not what leaves one program without a result
   */
  async of(terms: LevelTerms, problem: Problem, context: DurableContext): Promise<ProblemLevel> {
    return (await this.finding(terms, problem, context)).level;
  }

  /** The level together with what the reference says of the visible tests that the problem came with. @throws as `of` */
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

  /** Of the problem as it came: who asks may have been shown less of it. */
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
      // What needs no reference for its level does not lose its verdicts to one that cannot be run.
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
