import { atOnce } from '../../core/values/at-once';
import type { Sandbox } from '../../core/adapters/sandbox';
import { assuranceLevels, type Assurance } from '../../core/schemas/verdict';
import type { Check } from '../../core/grading/check';
import { checkTwice } from '../../sandbox/second-opinion';
import { shownOutcome, type ShownOutcome } from './shown-outcome';
import { passesNowhere } from './levels/passes-nowhere';

/** A program that is right, and its test at a level. */
export interface LevelSubject {
  readonly name: string;
  readonly check: (level: Assurance) => Check;
}

export interface FoundLevel {
  readonly name: string;
  /** The highest at which it passes; null: none. */
  readonly level: Assurance | null;
  /** What is said of it at each level that was tried, the highest first. */
  readonly said: readonly (ShownOutcome & { readonly level: Assurance })[];
  /** Why it may pass at none; null: it is not listed. */
  readonly listed: string | null;
}

/** Tried from `data` down, as grading finds the level of a problem by its reference. */
export async function findLevel(
  sandbox: Sandbox,
  { name, check }: LevelSubject,
): Promise<FoundLevel> {
  const said: (ShownOutcome & { readonly level: Assurance })[] = [];
  const found = (level: Assurance | null): FoundLevel => {
    return { name, level, said, listed: level === null ? (passesNowhere[name] ?? null) : null };
  };
  for (const level of assuranceLevels) {
    const outcome = await shownOutcome(sandbox, check(level), async (...asked) => {
      return (await checkTwice(...asked)).result;
    });
    said.push({ level, ...outcome });
    if (outcome.kind === 'passed') return found(level);
  }
  return found(null);
}

export function findLevels(
  sandbox: Sandbox,
  subjects: readonly LevelSubject[],
  options: { readonly width: number; readonly onDone?: (done: number) => void },
): Promise<readonly FoundLevel[]> {
  let done = 0;
  return atOnce(subjects, options.width, async (subject) => {
    const found = await findLevel(sandbox, subject);
    done += 1;
    options.onDone?.(done);
    return found;
  });
}
