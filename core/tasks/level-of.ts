import type { ProblemLevel } from '../schemas/problem-level';
import { assuranceLevels, notDataDetail } from '../schemas/verdict';
import type { Assurance, TestOutcome } from '../schemas/verdict';

/** What a problem itself says of its level. */
export interface LevelSources {
  /** By its data set's adapter. */
  readonly asked: Assurance | null;
  /** Text of a program that solves it. */
  readonly reference: string | null;
}

/** What decides a problem's level beside the levels at which its reference passes. */
export interface LevelRule {
  /** The run's least level. */
  readonly least: Assurance;
  /** By a person, who is taken at their word. */
  readonly said: Assurance | null;
  readonly sources: LevelSources | null;
}

/** The level of a problem about which no reference need be asked; else null. */
export function settledLevel(rule: LevelRule): ProblemLevel | null {
  const { said, sources } = rule;
  if (sources === null) return { kind: 'found', level: 'data', by: 'kind' };
  if (said !== null) return { kind: 'found', level: said, by: 'person' };
  return sources.reference === null ? levelFound(rule, null) : null;
}

/**
 * The level of a problem whose reference passes at `highest`, and at none above it; null: at none, or there is no
 * reference. Then it is `data`, or what its adapter asks for.
 */
export function levelFound(rule: LevelRule, highest: Assurance | null): ProblemLevel {
  const { least, sources } = rule;
  const asked = sources?.asked ?? null;
  const level = highest ?? asked ?? 'data';
  if (isBelow(level, lowestAllowed(least, asked))) {
    const what = highest === null ? 'its data set asks for' : 'its reference passes only at';
    return {
      kind: 'refused',
      why: `${what} \`${level}\`; this run's least level is \`${least}\`: --assurance ${level}`,
    };
  }
  const by = highest === null ? (asked === null ? 'nobody' : 'adapter') : 'reference';
  return { kind: 'found', level, by };
}

/** An adapter lowers what a run takes, but not for one that takes `data` alone. */
function lowestAllowed(least: Assurance, asked: Assurance | null): Assurance {
  return asked === null || least === 'data' || !isBelow(asked, least) ? least : asked;
}

function isBelow(level: Assurance, other: Assurance): boolean {
  return assuranceLevels.indexOf(level) > assuranceLevels.indexOf(other);
}

/**
 * Whether a verdict says no more than that the level could not carry what the program gave. Where a reference set the
 * level, right programs can be checked there, and this one failed.
 */
export function isUnchecked(outcome: TestOutcome, level: ProblemLevel | undefined): boolean {
  const { kind, detail } = outcome;
  if (kind !== 'failed' || detail !== notDataDetail) return false;
  return level?.kind !== 'found' || level.by !== 'reference';
}
