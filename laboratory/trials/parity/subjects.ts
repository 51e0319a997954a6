import type { Assurance, BoxLimits } from '../../../core/schemas/verdict';
import { executedReference } from '../reference-check';
import type { ReferenceTask } from '../reference-check';
import { trialText } from '../text-programs';

/** A problem with what solves it, as whoever loads data sets hands it over. */
export interface ReferenceInput extends ReferenceTask {
  readonly solution: string;
  /** `cases`: on up to a thousand inputs. */
  readonly check: { readonly kind: 'test' | 'cases'; readonly test: string };
}

export interface RecordedInput {
  readonly id: string;
  readonly line: number;
  readonly program: string;
}

export const subjectGroups = ['canonical', 'return None', 'mutant', 'recorded'] as const;
export type SubjectGroup = (typeof subjectGroups)[number];

/** One program that is checked in both ways: at its problem's level, and by direct execution. */
export interface ParitySubject {
  /** `HumanEval/50 mutant 1`. */
  readonly name: string;
  readonly group: SubjectGroup;
  /** As executed. */
  readonly program: string;
  readonly task: ReferenceTask;
  readonly test: string;
  readonly limits: BoxLimits;
  /** The highest level at which the reference of its problem passes. */
  readonly level: Assurance;
}

/** A body after the prompt's signature, or a whole function where there is no prompt. */
function returnNone({ preamble, entryPoint }: ReferenceInput): string {
  const whole = trialText('programs/returns_none.py');
  return preamble === ''
    ? whole.replace('program', entryPoint)
    : whole.slice(whole.indexOf('\n') + 1);
}

export interface SubjectOptions {
  readonly limits: BoxLimits;
  readonly level: Assurance;
}

function subject(
  problem: ReferenceInput,
  options: SubjectOptions,
  part: Pick<ParitySubject, 'name' | 'group' | 'program'>,
): ParitySubject {
  const { id, entryPoint, preamble } = problem;
  const { limits, level } = options;
  const task = { id, entryPoint, preamble };
  return { ...part, task, limits, level, test: problem.check.test };
}

export function canonicalSubject(problem: ReferenceInput, options: SubjectOptions): ParitySubject {
  return subject(problem, options, {
    name: problem.id,
    group: 'canonical',
    program: executedReference(problem, problem.solution),
  });
}

/** The reference solution, and the same problem answered with `return None`. */
export function referenceSubjects(
  problem: ReferenceInput,
  options: SubjectOptions,
): readonly ParitySubject[] {
  const { id } = problem;
  return [
    canonicalSubject(problem, options),
    subject(problem, options, {
      name: `${id} return None`,
      group: 'return None',
      program: executedReference(problem, returnNone(problem)),
    }),
  ];
}

/** Changed programs, whole: what they are made of is the executed text of the reference. */
export function mutantSubjects(
  problem: ReferenceInput,
  mutants: readonly string[],
  options: SubjectOptions,
): readonly ParitySubject[] {
  return mutants.map((program, index) =>
    subject(problem, options, {
      name: `${problem.id} mutant ${index + 1}`,
      group: 'mutant',
      program,
    }),
  );
}

export function recordedSubject(
  problem: ReferenceInput,
  { line, program }: RecordedInput,
  options: SubjectOptions,
): ParitySubject {
  return subject(problem, options, {
    name: `${problem.id} line ${line}`,
    group: 'recorded',
    program: executedReference(problem, program),
  });
}

export function mutationSource(problem: ReferenceInput): string {
  return executedReference(problem, problem.solution);
}
