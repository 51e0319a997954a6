import { atOnce } from '../../core/at-once';
import type { Sandbox } from '../../core/ports/sandbox';
import type { Assurance, VerdictKind } from '../../core/schemas/verdict';
import { aloneCheck } from '../../core/tasks/check';
import type { Check } from '../../core/tasks/check';
import { runCheck } from '../../core/tasks/run-check';
import { TestBrokenError } from '../../sandbox/errors';
import { failingReferences, parityExceptions } from './exceptions';
import { referenceCheck } from '../reference-check';
import { subjectGroups, type Subject, type SubjectGroup } from './subjects';

/** One outcome as it is shown. */
export interface SaidOutcome {
  /** `broken-test`: Python cannot compile the test, so there is no verdict. */
  readonly kind: VerdictKind | 'broken-test';
  readonly error: string | null;
}

export interface ComparedSubject {
  readonly name: string;
  readonly group: SubjectGroup;
  readonly split: SaidOutcome;
  readonly shared: SaidOutcome;
  /** A second look at programs that differed or were stopped has been taken, with nothing else running. */
  readonly again: boolean;
}

export type FindingKind = 'differs' | 'broken test' | 'reference fails' | 'None passes';

/** Something that should not be; `why`: it is listed, with this reason. */
export interface ParityFinding extends ComparedSubject {
  readonly finding: FindingKind;
  readonly why: string | null;
}

const seed = 0;

/** A second look takes its time: where one way is slower, only one of them was stopped. */
const patience = 4;

function checkOfSubject(subject: Subject, assurance: Assurance, alone: boolean): Check {
  const { task, program: executed, test, limits: first } = subject;
  const { cpuMs, wallMs } = first;
  const limits = alone ? { ...first, cpuMs: patience * cpuMs, wallMs: patience * wallMs } : first;
  const check = referenceCheck(task, { test, executed }, { limits, seed, assurance });
  return alone ? aloneCheck(check) : check;
}

/** One broken test among hundreds is a finding: the others are compared all the same. */
async function askOnce(sandbox: Sandbox, check: Check): Promise<SaidOutcome> {
  try {
    const { outcomes } = await runCheck(sandbox, check);
    return { kind: outcomes[0]?.kind ?? 'no-program', error: outcomes[0]?.error ?? null };
  } catch (error) {
    if (!(error instanceof TestBrokenError)) throw error;
    return { kind: 'broken-test', error: error.message };
  }
}

async function bothWays(
  sandbox: Sandbox,
  subject: Subject,
  alone: boolean,
): Promise<ComparedSubject> {
  const ask = (assurance: Assurance): Promise<SaidOutcome> =>
    askOnce(sandbox, checkOfSubject(subject, assurance, alone));
  const [split, shared] = await Promise.all([ask('objects'), ask('shared')]);
  return { name: subject.name, group: subject.group, split, shared, again: alone };
}

export function agree({ split, shared }: Pick<ComparedSubject, 'split' | 'shared'>): boolean {
  return split.kind === shared.kind;
}

/**
 * Checks every program in both ways. Where they differ, both are checked once more with nothing else running, and
 * that stands: a busy machine stops programs, and is no difference between the two ways.
 */
export async function compareSubjects(
  sandbox: Sandbox,
  subjects: readonly Subject[],
  options: { readonly width: number; readonly onDone?: (done: number) => void },
): Promise<readonly ComparedSubject[]> {
  let done = 0;
  return atOnce(subjects, options.width, async (subject) => {
    const first = await bothWays(sandbox, subject, false);
    const settled = agree(first) || parityExceptions[subject.name] !== undefined;
    const compared = settled ? first : await bothWays(sandbox, subject, true);
    done += 1;
    options.onDone?.(done);
    return compared;
  });
}

function hasBrokenTest({ split, shared }: ComparedSubject): boolean {
  return split.kind === 'broken-test' || shared.kind === 'broken-test';
}

function faultOf(compared: ComparedSubject): FindingKind | null {
  const { group, split } = compared;
  if (hasBrokenTest(compared)) return 'broken test';
  if (!agree(compared)) return 'differs';
  if (group === 'canonical' && split.kind !== 'passed') return 'reference fails';
  if (group === 'return None' && split.kind === 'passed') return 'None passes';
  return null;
}

/** What is excused, by kind of finding; nothing excuses any other. */
const known: Readonly<Partial<Record<FindingKind, Readonly<Record<string, string>>>>> = {
  differs: parityExceptions,
  'reference fails': failingReferences,
};

/** Everything that should not be, with the reason where it is a known one. */
export function parityFindings(compared: readonly ComparedSubject[]): readonly ParityFinding[] {
  return compared.flatMap((one) => {
    const finding = faultOf(one);
    if (finding === null) return [];
    return [{ ...one, finding, why: known[finding]?.[one.name] ?? null }];
  });
}

export interface GroupCount {
  readonly group: SubjectGroup;
  readonly programs: number;
  readonly passed: number;
  readonly equal: number;
}

export function countGroups(compared: readonly ComparedSubject[]): readonly GroupCount[] {
  return subjectGroups.flatMap((group) => {
    const ours = compared.filter((one) => one.group === group);
    if (ours.length === 0) return [];
    return [
      {
        group,
        programs: ours.length,
        passed: ours.filter(({ split }) => split.kind === 'passed').length,
        equal: ours.filter((one) => agree(one) && !hasBrokenTest(one)).length,
      },
    ];
  });
}
