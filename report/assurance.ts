import { isUncheckedAttempt, answerGrade } from '../core/metrics/run-summary';
import type { AttemptRecord, AttemptResult } from '../core/ports/records';
import type { LevelSayer, ProblemLevel } from '../core/schemas/problem-level';
import type { RunConfig } from '../core/schemas/run';
import { recordedAssurances } from '../core/schemas/verdict';
import type { RecordedAssurance } from '../core/schemas/verdict';
import { levelToTry } from '../core/tasks/level-of';
import { countText } from './number-text';

type Counts = Readonly<Partial<Record<RecordedAssurance, number>>>;

/** The level that an attempt's verdict rests on; null: it has none. */
export function levelOfResult({ level, provenance }: AttemptResult): RecordedAssurance | null {
  return level?.kind === 'found' ? level.level : (provenance?.assurance ?? null);
}

/** By problem, the levels that its verdicts rest on: one, but for runs that were resumed by a later version. */
export function levelsByProblem(
  attempts: readonly AttemptRecord[],
): ReadonlyMap<string, ReadonlySet<RecordedAssurance>> {
  const levels = new Map<string, Set<RecordedAssurance>>();
  for (const { problem, result } of attempts) {
    const level = result === null ? null : levelOfResult(result);
    if (level !== null) levels.set(problem, (levels.get(problem) ?? new Set()).add(level));
  }
  return levels;
}

/** How many problems have their verdicts at which level; levels that none has are left out. */
export function assuranceCounts(attempts: readonly AttemptRecord[]): Counts {
  const used = [...levelsByProblem(attempts).values()].flatMap((levels) => [...levels]);
  return Object.fromEntries(
    recordedAssurances
      .map((level) => [level, used.filter((one) => one === level).length] as const)
      .filter(([, count]) => count > 0),
  );
}

/** How many problems have their verdicts at which level. The least level that the run takes, as long as there is no verdict. */
export function assuranceText(
  config: Pick<RunConfig, 'assurance'>,
  attempts: readonly AttemptRecord[],
): string {
  const counts = Object.entries(assuranceCounts(attempts));
  if (counts.length === 0) return `at least ${config.assurance}`;
  return counts.map(([level, count]) => `${level} (${countText(count)})`).join(', ');
}

/** Hidden verdicts for which the test worked with an object of the program's. */
export function handleCount(attempts: readonly AttemptRecord[]): number {
  const graded = attempts.flatMap(({ result }) => result?.graded ?? []);
  return graded.filter(({ outcome }) => outcome.handles === true).length;
}

/** Who said the problems' levels, and of how many. */
export function sayerCounts(
  attempts: readonly AttemptRecord[],
): Readonly<Partial<Record<LevelSayer, number>>> {
  const said = new Map<LevelSayer, Set<string>>();
  for (const { problem, result } of attempts) {
    if (result?.level?.kind !== 'found') continue;
    const { by } = result.level;
    said.set(by, (said.get(by) ?? new Set()).add(problem));
  }
  return Object.fromEntries([...said].map(([by, problems]) => [by, problems.size]));
}

/** An attempt that is open for a reason of its problem's level. */
export interface OpenForLevel {
  readonly problem: string;
  readonly sample: number;
  readonly why: string;
}

/** Attempts on problems that are worth less than the run takes: no model was asked. */
export function refusedAttempts(attempts: readonly AttemptRecord[]): readonly OpenForLevel[] {
  return attempts.flatMap(({ problem, sample, result }) =>
    result?.level?.kind === 'refused' ? [{ problem, sample, why: result.level.why }] : [],
  );
}

/** Its problem is not graded in this run: it ended before a model was asked. */
export function hasNotBegun({ level }: AttemptResult): boolean {
  return level !== undefined && level.kind !== 'found';
}

/** Attempts on problems whose own reference fails the hidden tests: no model was asked. */
export function badReferenceAttempts(attempts: readonly AttemptRecord[]): readonly OpenForLevel[] {
  return attempts.flatMap(({ problem, sample, result }) =>
    result?.level?.kind === 'bad-reference' ? [{ problem, sample, why: result.level.why }] : [],
  );
}

/**
 * What is to be said of problems whose own reference does not pass the hidden tests: right programs may fail there like wrong
 * ones. `unscored`: it fails them, and so they have no verdict. `scored`: the same, in a run that scores them. `stopped`: a limit
 * came first. `unknown`: it passes at no level, of before the rest was recorded.
 */
type ReferenceRemark = 'unscored' | 'scored' | 'stopped' | 'unknown';

function referenceRemark(level: ProblemLevel | undefined): ReferenceRemark | null {
  if (level?.kind === 'bad-reference') return 'unscored';
  if (level?.kind !== 'found') return null;
  if (level.reference === 'stopped') return 'stopped';
  if (level.reference === 'fails') return 'scored';
  return level.hasReference === true ? 'unknown' : null;
}

/** In the order of their attempts. */
export function withoutPassingReference(
  attempts: readonly AttemptRecord[],
  remark?: ReferenceRemark,
): readonly string[] {
  const named = attempts.flatMap(({ problem, result }) => {
    const said = referenceRemark(result?.level);
    return said === null || (remark !== undefined && said !== remark) ? [] : [problem];
  });
  return [...new Set(named)];
}

/** Attempts whose answer could not be checked at the level of its problem, which no reference has found. */
export function uncheckedAttempts(attempts: readonly AttemptRecord[]): readonly OpenForLevel[] {
  return attempts.flatMap((attempt) => {
    const why = uncheckedWhy(attempt);
    return why === null ? [] : [{ problem: attempt.problem, sample: attempt.sample, why }];
  });
}

/** Why an attempt's answer could not be checked, and what may check it; null: it could. */
export function uncheckedWhy(attempt: AttemptRecord): string | null {
  if (attempt.result === null || !isUncheckedAttempt(attempt)) return null;
  const outcome = answerGrade(attempt.result)?.outcome;
  if (outcome === undefined) return null;
  const [said = ''] = outcome.error?.split('\n') ?? [];
  const why = said === '' ? 'What the program gave is no data.' : said;
  const next = levelToTry(outcome);
  return next === null ? why : `${why} --assurance-of ${attempt.problem}=${next} may check it`;
}

const sayers: Readonly<Record<LevelSayer, string>> = {
  reference: 'found by its reference',
  adapter: 'asked for by its data set',
  person: "on a person's word",
  kind: 'as of all programs that print',
  nobody: 'no reference says it',
};

function sayerText({ by, hasReference }: Extract<ProblemLevel, { kind: 'found' }>): string {
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
