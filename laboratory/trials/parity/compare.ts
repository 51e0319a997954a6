import { atOnce } from '../../../core/values/at-once';
import type { Sandbox } from '../../../core/adapters/sandbox';
import { notDataDetail, type Assurance } from '../../../core/schemas/verdict';
import { aloneCheck } from '../../../core/grading/check';
import type { Check } from '../../../core/grading/check';
import { runCheck } from '../../../core/tasks/run-check';
import { failingReferences, parityExceptions } from './exceptions';
import { referenceCheck } from '../reference-check';
import { shownOutcome, type ShownOutcome } from '../shown-outcome';
import { subjectGroups, type ParitySubject, type SubjectGroup } from './subjects';

export interface ComparedSubject {
  readonly name: string;
  readonly group: SubjectGroup;
  /** The problem's. */
  readonly level: Assurance;
  readonly graded: ShownOutcome;
  readonly shared: ShownOutcome;
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

export function checkOfSubject(
  subject: ParitySubject,
  assurance: Assurance,
  alone: boolean,
): Check {
  const { task, program: executed, test, limits: first } = subject;
  const { cpuMs, wallMs } = first;
  const limits = alone ? { ...first, cpuMs: patience * cpuMs, wallMs: patience * wallMs } : first;
  const check = referenceCheck(task, { test, executed }, { limits, seed, assurance });
  return alone ? aloneCheck(check) : check;
}

async function bothWays(
  sandbox: Sandbox,
  subject: ParitySubject,
  alone: boolean,
): Promise<ComparedSubject> {
  const ask = (level: Assurance): Promise<ShownOutcome> =>
    shownOutcome(sandbox, checkOfSubject(subject, level, alone), runCheck);
  const { name, group, level } = subject;
  const [graded, shared] = await Promise.all([ask(level), ask('shared')]);
  return { name, group, level, graded, shared, again: alone };
}

export function agree({ graded, shared }: Pick<ComparedSubject, 'graded' | 'shared'>): boolean {
  return graded.kind === shared.kind;
}

/** Where the ways differ, both are checked again with nothing else running: a busy machine stops programs. */
export async function compareSubjects(
  sandbox: Sandbox,
  subjects: readonly ParitySubject[],
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

function hasBrokenTest({ graded, shared }: ComparedSubject): boolean {
  return graded.kind === 'broken-test' || shared.kind === 'broken-test';
}

function faultOf(compared: ComparedSubject): FindingKind | null {
  const { group, graded } = compared;
  if (hasBrokenTest(compared)) return 'broken test';
  if (!agree(compared)) return 'differs';
  if (group === 'canonical' && graded.kind !== 'passed') return 'reference fails';
  if (group === 'return None' && graded.kind === 'passed') return 'None passes';
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
    return [{ ...one, finding, why: known[finding]?.[one.name] ?? noData(finding, one) }];
  });
}

/** Not seen at `data` is no other opinion; the reference has shown that an answer can be data. */
function noData(finding: FindingKind, { graded }: ComparedSubject): string | null {
  return finding === 'differs' && graded.detail === notDataDetail ? graded.error : null;
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
        passed: ours.filter(({ graded }) => graded.kind === 'passed').length,
        equal: ours.filter((one) => agree(one) && !hasBrokenTest(one)).length,
      },
    ];
  });
}
