import type { AttemptRecord, AttemptResult } from '../ports/records';
import type { LevelSums, OpenAttempt, ReferenceRemark, UncheckedAttempt } from '../ports/run-sums';
import type { ProblemLevel } from '../schemas/problem-level';
import type { RecordedAssurance } from '../schemas/verdict';
import { levelToTry } from '../tasks/level-of';
import { answerGrade, isUncheckedAttempt } from './attempt-answer';
import { placeOf } from './placed';

/** The level of the verdict of an attempt. null: it has none. */
export function levelOfResult({ level, provenance }: AttemptResult): RecordedAssurance | null {
  return level?.kind === 'found' ? level.level : (provenance?.assurance ?? null);
}

/**
 * What is to be said of problems whose own reference does not pass the hidden tests: right programs may fail there like wrong
 * ones. `unscored`: it fails them, and so they have no verdict. `scored`: the same, in a run that scores them. `stopped`: a limit
 * came first. `unknown`: it passes at no level, of before the rest was recorded.
 */
function referenceRemark(level: ProblemLevel | undefined): ReferenceRemark | null {
  if (level?.kind === 'bad-reference') return 'unscored';
  if (level?.kind !== 'found') return null;
  if (level.reference === 'stopped') return 'stopped';
  if (level.reference === 'fails') return 'scored';
  return level.hasReference === true ? 'unknown' : null;
}

/** Why the answer of an attempt could not be checked, and the possible remedy. null: it could be checked. */
export function uncheckedOf(attempt: AttemptRecord): UncheckedAttempt | null {
  if (attempt.result === null || !isUncheckedAttempt(attempt)) return null;
  const outcome = answerGrade(attempt.result)?.outcome;
  if (outcome === undefined) return null;
  const [said = ''] = outcome.error?.split('\n') ?? [];
  const why = said === '' ? 'What the program gave is no data.' : said;
  return { ...placeOf(attempt), why, next: levelToTry(outcome) };
}

export const noLevels: LevelSums = {
  machines: {},
  levels: {},
  sayers: {},
  handles: 0,
  refused: [],
  badReferences: [],
  unchecked: [],
  references: {},
};

export function levelSums(attempt: AttemptRecord): LevelSums {
  const { problem, result } = attempt;
  if (result === null) return noLevels;
  const { level, provenance, graded } = result;
  const used = levelOfResult(result);
  const remark = referenceRemark(level);
  const unchecked = uncheckedOf(attempt);
  return {
    machines: provenance === null ? {} : { [provenance.provider]: { [provenance.python]: 1 } },
    levels: used === null ? {} : { [used]: [problem] },
    sayers: level?.kind === 'found' ? { [level.by]: [problem] } : {},
    handles: graded.filter(({ outcome }) => outcome.handles === true).length,
    refused: openFor(attempt, 'refused'),
    badReferences: openFor(attempt, 'bad-reference'),
    unchecked: unchecked === null ? [] : [unchecked],
    references: remark === null ? {} : { [remark]: [placeOf(attempt)] },
  };
}

/** The level of its problem is below the least level, or its reference fails: no model was asked. */
function openFor(
  attempt: AttemptRecord,
  kind: 'refused' | 'bad-reference',
): readonly OpenAttempt[] {
  const level = attempt.result?.level;
  return level?.kind === kind ? [{ ...placeOf(attempt), why: level.why }] : [];
}
