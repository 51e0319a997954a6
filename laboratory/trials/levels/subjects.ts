import { checkOfProgram, isHonest } from '../hostile/judge-program';
import type { Corpus } from '../hostile/manifest';
import { checkOfSubject } from '../parity/compare';
import { referenceSubject } from '../parity/run-parity';
import type { ReferenceInput } from '../parity/subjects';
import type { LevelSubject } from '../find-level';

export function referencesOf(problems: readonly ReferenceInput[]): readonly LevelSubject[] {
  return problems.map((problem) => {
    const subject = referenceSubject(problem);
    return { name: problem.id, check: (level) => checkOfSubject(subject, level, false) };
  });
}

/** The programs of a corpus that may only pass, each its own reference. */
export function honestOf({ programs }: Corpus): readonly LevelSubject[] {
  return programs.filter(isHonest).map((program) => ({
    name: program.file,
    check: (level) => checkOfProgram(program, level),
  }));
}
