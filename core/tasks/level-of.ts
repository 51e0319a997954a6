import type { ProblemLevel } from '../schemas/problem-level';
import { assuranceLevels, levelRecorded, notDataDetail } from '../schemas/verdict';
import type { Assurance, TestOutcome } from '../schemas/verdict';
import { referenceTrouble } from './reference-trouble';

/** What a problem itself says of its level. */
export interface LevelSources {
  /** By its data set's adapter. */
  readonly asked: Assurance | null;
  /** Text of a program that solves it. */
  readonly reference: string | null;
}

export interface LevelRule {
  readonly problem: string;
  /** The run's least level. */
  readonly least: Assurance;
  /** By a person, who is taken at their word. */
  readonly said: Assurance | null;
  /** A level: all programs of its kind have it. */
  readonly sources: LevelSources | Assurance;
}

/** The highest level at which a reference passes. */
export interface ReferencePass {
  readonly level: Assurance;
  /** What became of it at the level above; null: there is none. */
  readonly above: string | null;
}

/** The level of a problem about which no reference need be asked; else null. */
export function settledLevel(rule: LevelRule): ProblemLevel | null {
  const { said, sources } = rule;
  if (typeof sources === 'string') return { kind: 'found', level: sources, by: 'kind' };
  if (said !== null) return { kind: 'found', level: said, by: 'person' };
  return sources.reference === null ? levelFound(rule, null) : null;
}

/** null: it passes nowhere, or there is none. Then the level is `data`, or what the adapter asks for. */
export function levelFound(rule: LevelRule, passes: ReferencePass | null): ProblemLevel {
  const { problem, least, sources } = rule;
  const { asked, reference } = sourcesOf(sources);
  const level = passes?.level ?? asked ?? 'data';
  if (isBelow(level, lowestAllowed(least, asked))) {
    const what = passes === null ? 'its data set asks for' : 'its reference passes only at';
    const above = passes?.above ?? null;
    const needs = `${what} \`${level}\`${above === null ? '' : ` (${above})`}`;
    const flags = `--assurance-of ${problem}=${level}, or --assurance ${level} for the whole run`;
    return { kind: 'refused', why: `${needs}; this run's least level is \`${least}\`: ${flags}` };
  }
  if (passes !== null) return { kind: 'found', level, by: 'reference' };
  if (asked !== null) return { kind: 'found', level, by: 'adapter' };
  const hasReference = reference !== null;
  return { kind: 'found', level, by: 'nobody', hasReference };
}

function sourcesOf(sources: LevelRule['sources']): LevelSources {
  return typeof sources === 'string' ? { asked: null, reference: null } : sources;
}

/**
 * Where the reference fails the tests that judge, verdicts say little, and a run scores none unless it says otherwise. A
 * person's word on the level, or a limit of the machine, leaves it scored.
 * @param failed the first hidden test that the reference fails at the lowest level tried; null: it passes
 */
export function levelWithReference(
  level: ProblemLevel,
  failed: TestOutcome | null,
  { scoresBadReferences }: { readonly scoresBadReferences: boolean },
): ProblemLevel {
  if (level.kind !== 'found' || failed === null) return level;
  const reference = referenceTrouble(failed);
  if (reference === 'stopped' || level.by === 'person' || scoresBadReferences) {
    return { ...level, reference };
  }
  return {
    kind: 'bad-reference',
    why:
      `the reference solution fails its own hidden tests here (${failed.kind}), so right programs may fail them: ` +
      'a run with --score-bad-references, or with the --grading of a tool, scores it all the same',
  };
}

/** Why a reference does not pass at a level. Words of ours: those of other errors may be the hidden test's. */
export function wordsAbove(level: Assurance, { kind, detail, error = '' }: TestOutcome): string {
  const [said = ''] = error.split('\n');
  const why = detail === notDataDetail && said !== '' ? said.replace(/\.$/u, '') : kind;
  return `at \`${level}\`: ${why}`;
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

/** How the guest begins the error of a test that works in no process but the program's. */
const looksInside = 'The test looks at its own process';

/** The highest level below its own at which a verdict that says `not-data` may come out otherwise; null: there is none. */
export function levelToTry({ assurance, error = '' }: TestOutcome): Assurance | null {
  const level = levelRecorded(assurance);
  if (level === 'shared') return null;
  return level === 'data' && !error.startsWith(looksInside) ? 'objects' : 'shared';
}
