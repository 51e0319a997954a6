import type { AttemptOutcome } from '../schemas/run';
import type { VerdictKind } from '../schemas/verdict';

/** A program of an attempt, with what tests said of it. */
interface JudgedProgram {
  /** sha256 */
  readonly program: string;
  /** A test failed. */
  readonly fails: boolean;
}

/**
 * The answer of an attempt that passed the hidden tests, and a program of the same attempt that failed tests: the last one before the
 * answer on its own path or branch, otherwise the last one of another. Both are sha256. null: there are not both.
 * @param verdicts of the hidden tests, by program
 */
export function preferredProgram(
  outcome: AttemptOutcome,
  verdicts: ReadonlyMap<string, VerdictKind>,
): { readonly chosen: string; readonly rejected: string } | null {
  const judged = judgedPrograms(outcome, verdicts);
  const chosen = judged.at(-1)?.program;
  if (chosen === undefined || verdicts.get(chosen) !== 'passed') return null;
  const rejected = judged.findLast(({ program, fails }) => fails && program !== chosen)?.program;
  return rejected === undefined ? null : { chosen, rejected };
}

/** First the programs that did not lead to the answer, then those that did, then the answer. Empty without an answer. */
function judgedPrograms(
  outcome: AttemptOutcome,
  verdicts: ReadonlyMap<string, VerdictKind>,
): readonly JudgedProgram[] {
  const tried = triedPrograms(outcome);
  const byId = new Map(tried.map((one) => [one.id, one]));
  const path: Tried[] = [];
  let at = byId.get(answerOf(outcome) ?? '');
  while (at !== undefined) {
    path.unshift(at);
    at = byId.get(at.parent ?? '');
  }
  if (path.length === 0) return [];
  const onPath = new Set(path);
  return [...tried.filter((one) => !onPath.has(one)), ...path].flatMap(({ program, shown }) => {
    if (program === null) return [];
    const hidden = verdicts.get(program) ?? 'passed';
    return [{ program, fails: shown !== 'passed' || hidden !== 'passed' }];
  });
}

interface Tried {
  readonly id: string;
  readonly parent: string | null;
  readonly program: string | null;
  /** What the shown tests said. `passed` also where none were run: nothing is known against the program. */
  readonly shown: VerdictKind;
}

function answerOf(outcome: AttemptOutcome): string | null {
  return outcome.kind === 'search' || outcome.kind === 'dialogue' ? outcome.answer : null;
}

/** By ordinal. */
function triedPrograms(outcome: AttemptOutcome): readonly Tried[] {
  if (outcome.kind === 'search') {
    return outcome.nodes.map(({ id, parent, program, visible }) => ({
      ...{ id, parent, program, shown: visible?.kind ?? 'passed' },
    }));
  }
  if (outcome.kind !== 'dialogue') return [];
  return outcome.rounds.map(({ id, parent, program, execution }) => ({
    ...{ id, parent, program },
    shown: execution?.on === 'tests' ? execution.verdict : 'passed',
  }));
}
