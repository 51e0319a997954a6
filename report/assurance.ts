import { answerGrade } from '../core/metrics/attempt-answer';
import { inPlace } from '../core/metrics/placed';
import { levelOfResult } from '../core/metrics/problem-levels';
import type { AttemptResult } from '../core/ports/records';
import type {
  Counts,
  LevelSums,
  OpenAttempt,
  ReferenceRemark,
  UncheckedAttempt,
} from '../core/ports/run-sums';
import type { LevelSayer, ProblemLevel } from '../core/schemas/problem-level';
import type { RunConfig } from '../core/schemas/run';
import { recordedAssurances } from '../core/schemas/verdict';
import type { RecordedAssurance } from '../core/schemas/verdict';
import { countText } from '../core/words/plural';

type Levels = Pick<LevelSums, 'levels'>;

/** By problem, the levels that verdicts of these runs rest on: one, but for runs that were resumed by a later version. */
export function levelsByProblem(runs: readonly Levels[]): ReadonlyMap<string, ReadonlySet<string>> {
  const levels = new Map<string, Set<string>>();
  for (const [level, problems] of runs.flatMap((run) => Object.entries(run.levels))) {
    for (const problem of problems) {
      levels.set(problem, (levels.get(problem) ?? new Set()).add(level));
    }
  }
  return levels;
}

/** How many problems have their verdicts at which level; levels that none has are left out. */
export function assuranceCounts({
  levels,
}: Levels): Readonly<Partial<Record<RecordedAssurance, number>>> {
  return Object.fromEntries(
    recordedAssurances
      .map((level) => [level, new Set(levels[level]).size] as const)
      .filter(([, count]) => count > 0),
  );
}

/** How many problems have their verdicts at which level. The least level that the run takes, as long as there is no verdict. */
export function assuranceText(config: Pick<RunConfig, 'assurance'>, sums: Levels): string {
  const counts = Object.entries(assuranceCounts(sums));
  if (counts.length === 0) return `at least ${config.assurance}`;
  return counts.map(([level, count]) => `${level} (${countText(count)})`).join(', ');
}

/** Who said the problems' levels, and of how many. */
export function sayerCounts({ sayers: said }: Pick<LevelSums, 'sayers'>): Counts {
  return Object.fromEntries(
    Object.entries(said).map(([by, problems]) => [by, new Set(problems).size]),
  );
}

/** An attempt that is open for a reason of its problem's level. */
export interface OpenForLevel {
  readonly problem: string;
  readonly sample: number;
  readonly why: string;
}

/** In the order of tables. */
export function openForLevel(attempts: readonly OpenAttempt[]): readonly OpenForLevel[] {
  return inPlace(attempts).map(({ problem, sample, why }) => ({ problem, sample, why }));
}

/** Attempts whose answer could not be checked at the level of its problem, which no reference has found. */
export function uncheckedAttempts({
  unchecked,
}: Pick<LevelSums, 'unchecked'>): readonly OpenForLevel[] {
  return inPlace(unchecked).map((attempt) => {
    const { problem, sample } = attempt;
    return { problem, sample, why: uncheckedWhy(attempt) };
  });
}

/** Its problem is not graded in this run: it ended before a model was asked. */
export function hasNotBegun({ level }: AttemptResult): boolean {
  return level !== undefined && level.kind !== 'found';
}

/** In the order of their attempts; default: of every remark. */
export function withoutPassingReference(
  { references }: Pick<LevelSums, 'references'>,
  remark?: ReferenceRemark,
): readonly string[] {
  const named =
    remark === undefined ? Object.values(references).flat() : (references[remark] ?? []);
  return [...new Set(inPlace(named).map(({ problem }) => problem))];
}

/** Why an attempt's answer could not be checked, and what may check it. */
export function uncheckedWhy({ problem, why, next }: UncheckedAttempt): string {
  return next === null ? why : `${why} --assurance-of ${problem}=${next} may check it`;
}

const sayers: Readonly<Record<LevelSayer, string>> = {
  reference: 'found by its reference',
  adapter: 'asked for by its data set',
  person: "on a person's word",
  kind: 'as of all programs that print',
  nobody: 'no reference says it',
};

function sayerText({ by, level, hasReference }: Extract<ProblemLevel, { kind: 'found' }>): string {
  if (by === 'kind' && level === 'shared') return 'as of all patches';
  if (hasReference === undefined) return sayers[by];
  return hasReference ? 'its reference passes at no level' : 'it has no reference';
}

/** What the first line of an attempt says of its level. */
export function levelFacts(result: AttemptResult): readonly string[] {
  const level = levelOfResult(result);
  if (level === null) return [];
  const by = result.level?.kind === 'found' ? ` (${sayerText(result.level)})` : '';
  const handles = answerGrade(result)?.outcome.handles === true;
  return [`assurance: ${level}${by}`, ...(handles ? ['handles used'] : [])];
}
