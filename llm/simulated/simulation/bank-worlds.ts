import type { GradedProblem, GradedReply } from '../../../core/schemas/graded-bank';
import type { TextRef } from '../../../core/schemas/text';
import type { AttemptWorld, KnownProgram } from '../../../core/simulation/attempt-world';
import { problemIn } from '../bank/bank-view';
import type { BankView, ProblemBank } from '../bank/bank-view';
import type { BankRow } from '../bank/bank-row';
import { AttemptDraws } from '../replies/attempt-draws';
import { acceptsAt, marksFor, verificationChance } from '../replies/critic-replies';
import { ProblemNotInBankError } from '../replies/reply';
import type { ModelServerKind, ReplySettings } from '../replies/reply-settings';
import { repliesOf } from './bank-replies';
import { sha256Of } from '../../sha256-of';

/** A bank whose replies have been graded, as a simulation meets it. */
export interface GradedBank {
  readonly kind: ModelServerKind;
  readonly view: BankView;
  /** Their accuracy is not looked at: each world says its own. */
  readonly settings: ReplySettings;
  readonly problems: readonly GradedProblem[];
}

interface KnownProblem {
  readonly graded: GradedProblem;
  readonly own: ProblemBank;
  /** What the reply of each row was read as. */
  readonly read: ReadonlyMap<BankRow, GradedReply['read']>;
  /** As which recorded program the bank knows a program, by the program's hash. */
  readonly recorded: ReadonlyMap<string, string>;
}

/** What our model server would say to attempts, and what programs come to: its own rules (rules 3) over graded replies. */
export class BankWorlds {
  private readonly known: ReadonlyMap<string, KnownProblem>;

  /** @throws ProblemNotInBankError, RangeError when the table is not of this bank */
  constructor(private readonly bank: GradedBank) {
    this.known = new Map(
      bank.problems.map((graded) => [graded.problem, knownProblem(bank.view, graded)]),
    );
  }

  /** The first attempt on a problem in the run of a seed, for a critic of any accuracy. @throws RangeError for a problem that was not graded */
  attempt(problem: string, seed: number): (criticAccuracy: number) => AttemptWorld {
    const found = this.known.get(problem);
    if (found === undefined) throw new RangeError(`${problem} was not graded`);
    const { own, graded, read, recorded } = found;
    const { kind, settings } = this.bank;
    const asked = { seed, problem, sample: 0 };
    const draws = new AttemptDraws({ kind, settings, problem: own }, asked);
    const recordedAs = (program: string): string => recorded.get(program) ?? program;
    const chances = new Map<string, number>();
    const chanceOf = (program: string): number => {
      const chance = chances.get(program) ?? verificationChance(asked, program);
      chances.set(program, chance);
      return chance;
    };
    const knownOf = (row: BankRow): KnownProgram | null => read.get(row) ?? null;
    return (criticAccuracy) => ({
      program: (ordinal, parent) =>
        knownOf(
          parent === null
            ? draws.solver(ordinal).row
            : draws.debugger(ordinal, recordedAs(parent)).row,
        ),
      accepts: (program) => {
        const hash = recordedAs(program);
        return acceptsAt(criticAccuracy, own.labels.get(hash), chanceOf(hash));
      },
      marks: (program) => marksFor(asked, recordedAs(program)),
      strategies: (atMost, earlier) =>
        ideas('strategy', Math.min(atMost, settings.strategies), earlier),
      reflections: (atMost) => ideas('reflection', Math.min(atMost, settings.reflections)),
      examples: (atMost) => ideas('example', Math.min(atMost, settings.examples)),
      visibleTests: graded.visibleTests,
    });
  }
}

function knownProblem(view: BankView, graded: GradedProblem): KnownProblem {
  const own = problemIn(view, graded.problem);
  if (own === undefined) throw new ProblemNotInBankError(graded.problem, view.bank.files);
  const byReply = new Map(graded.replies.map(({ reply, read }) => [reply, read]));
  const read = new Map<BankRow, GradedReply['read']>();
  const recorded = new Map<string, string>();
  for (const [row, reply] of repliesOf(own)) {
    const known = byReply.get(reply.sha256);
    if (known === undefined) throw new RangeError(`a reply of ${graded.problem} was not graded`);
    read.set(row, known);
    if (known !== null) recorded.set(known.program, known.recorded);
  }
  return { graded, own, read, recorded };
}

const told = new Map<string, TextRef>();

/** What canned texts say decides nothing: they are told apart, and that is all. */
function ideas(noun: string, count: number, earlier = 0): readonly TextRef[] {
  return Array.from({ length: count }, (_, index) => {
    const excerpt = `${noun} ${String(earlier + index + 1)}`;
    const idea = told.get(excerpt) ?? { sha256: sha256Of(excerpt), excerpt };
    told.set(excerpt, idea);
    return idea;
  });
}
