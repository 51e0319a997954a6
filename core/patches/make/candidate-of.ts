import type { TaskSource } from '../../schemas/patch-task';
import type { TaskCandidate } from '../../schemas/task-candidate';
import { splitPatch } from './split-patch';
import { statementOf } from './statement';

/** A commit with one parent. */
export interface CommitFacts {
  readonly commit: string;
  readonly parent: string;
  /** ISO 8601. */
  readonly date: string;
  readonly message: string;
  /** Against the parent. */
  readonly diff: string;
}

/** Why a commit is not a candidate. */
export type PassedOver = 'changes no Python code' | 'changes no tests' | 'changes binary files';

/** A commit that changes code and tests, as a candidate for a task at its parent. */
export function candidateOf(
  { commit, parent, date, message, diff }: CommitFacts,
  of: Omit<TaskSource, 'commit' | 'until'>,
): TaskCandidate | PassedOver {
  const { gold, test, code, tests } = splitPatch(diff);
  if (code.length === 0) return 'changes no Python code';
  if (tests.length === 0) return 'changes no tests';
  if (/^GIT binary patch$/m.test(gold)) return 'changes binary files';
  return {
    id: `${of.repository.replace('/', '__')}-${commit.slice(0, 12)}`,
    source: { ...of, commit: parent, until: date },
    goldPatch: gold,
    testPatch: test,
    statement: statementOf(message),
    createdAt: date,
    madeOf: `commit ${commit}`,
  };
}
