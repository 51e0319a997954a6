import type { GradedProblem } from '../../../../core/schemas/graded-bank';
import { sha256Of } from '../../../../llm/sha256-of';
import { programHashOf } from '../../../../llm/simulated/bank/bank-row';
import { problemIn, viewBank } from '../../../../llm/simulated/bank/bank-view';
import { AttemptDraws } from '../../../../llm/simulated/replies/attempt-draws';
import {
  acceptsAt,
  marksFor,
  verificationChance,
} from '../../../../llm/simulated/replies/critic-replies';
import { replySettingsOf } from '../../../../llm/simulated/replies/reply-settings';
import { repliesOf } from '../../../../llm/simulated/simulation/bank-replies';
import { BankWorlds, type GradedBank } from '../../../../llm/simulated/simulation/bank-worlds';
import { bankOf, line, program } from '../bank-samples';

const parent = programHashOf(program(0));
const view = viewBank(
  bankOf([
    ...[0, 1, 2, 3, 4, 5].map((number) =>
      line({ program: program(number), recorded_pass: number < 3 }),
    ),
    line({ program: 'nothing to run', reply: 'I cannot.' }),
    ...[10, 11, 12].map((number) => line({ program: program(number), parent })),
  ]),
);
const own = problemIn(view, 'P/0');
if (own === undefined) throw new Error('the bank has no program');
const problem = own;

/** The program that a run reads out of the reply of a row. */
const readOf = (text: string) => sha256Of(`read ${text}`);
const visible = { kind: 'passed', passed: 2, total: 2 } as const;
const graded: GradedProblem = {
  problem: 'P/0',
  visibleTests: 3,
  leftOut: null,
  replies: [...repliesOf(problem)].map(([row, { sha256 }]) => ({
    reply: sha256,
    read:
      row.reply === null
        ? {
            program: readOf(row.program),
            recorded: row.programHash,
            visible,
            hidden: row.label === true ? 'passed' : 'failed',
          }
        : null,
  })),
};
const settings = replySettingsOf({ strategies: 3, reflections: 2, examples: 2 });
const bank: GradedBank = { kind: 'recorded', view, settings, problems: [graded] };
const asked = { seed: 7, problem: 'P/0', sample: 0 };
const world = new BankWorlds(bank).attempt('P/0', 7)(1);
const ordinals = [0, 1, 2, 3, 4, 5, 6];

describe('the replies of a problem', () => {
  it('are those of first programs and of repairs, each in the words that the server has for it', () => {
    const replies = repliesOf(problem);
    expect(replies.size).toBe(10);
    for (const [row, { text, sha256 }] of replies) {
      expect(text).toBe(row.reply ?? `\`\`\`python\n${row.program}\`\`\``);
      expect(sha256).toBe(sha256Of(text));
    }
  });
});

describe('the world of an attempt', () => {
  const draws = new AttemptDraws({ kind: 'recorded', settings, problem }, asked);

  it('draws the programs that the server would, as they were read and graded', () => {
    const drawn = ordinals.map((ordinal) => world.program(ordinal, null));
    expect(drawn.map((known) => known?.program ?? null)).toEqual(
      ordinals
        .map((ordinal) => draws.solver(ordinal).row)
        .map((row) => (row.reply === null ? readOf(row.program) : null)),
    );
    expect(drawn.filter((known) => known === null)).toHaveLength(1);
    expect(drawn.find((known) => known?.program === readOf(program(1)))).toMatchObject({
      visible,
      hidden: 'passed',
    });
  });

  it('repairs what was read out of a reply as the recorded program', () => {
    const shown = readOf(program(0));
    const repaired = [0, 1, 2].map((ordinal) => world.program(ordinal, shown)?.program);
    expect(repaired).toEqual(
      [0, 1, 2].map((ordinal) => readOf(draws.debugger(ordinal, parent).row.program)),
    );
    expect(new Set(repaired)).toEqual(
      new Set([10, 11, 12].map((number) => readOf(program(number)))),
    );
  });

  it('accepts and marks the recorded program', () => {
    for (const number of [0, 1, 2, 3, 4, 5]) {
      const shown = readOf(program(number));
      expect(world.accepts(shown)).toBe(number < 3);
      expect(world.marks(shown)).toBe(marksFor(asked, programHashOf(program(number))));
    }
    expect(world.accepts('unknown')).toBe(false);
  });

  it('accepts as often as the critic is accurate, by the same chance for each accuracy', () => {
    const attempt = new BankWorlds(bank).attempt('P/0', 7);
    for (const accuracy of [0, 0.3, 0.7, 1]) {
      for (const number of [0, 1, 2, 3, 4, 5]) {
        const hash = programHashOf(program(number));
        const chance = verificationChance(asked, hash);
        expect(attempt(accuracy).accepts(readOf(program(number)))).toBe(
          acceptsAt(accuracy, number < 3, chance),
        );
      }
    }
  });

  it('names as many ideas as are wanted and as the server has, none of them twice', () => {
    const excerpts = (ideas: readonly { readonly excerpt: string }[]) =>
      ideas.map(({ excerpt }) => excerpt);
    expect(excerpts(world.strategies(2, 0))).toEqual(['strategy 1', 'strategy 2']);
    expect(excerpts(world.strategies(9, 2))).toEqual(['strategy 3', 'strategy 4', 'strategy 5']);
    expect(excerpts(world.reflections(9))).toEqual(['reflection 1', 'reflection 2']);
    expect(world.reflections(1)).toHaveLength(1);
    expect(excerpts(world.examples(9))).toEqual(['example 1', 'example 2']);
    expect(world.examples(1)[0]).toEqual({ sha256: sha256Of('example 1'), excerpt: 'example 1' });
  });

  it('knows the visible tests of a reply without a program', () => {
    expect(world.visibleTests).toBe(3);
  });

  it('is another one for another seed', () => {
    const orderOf = (seed: number) => {
      const other = new BankWorlds(bank).attempt('P/0', seed)(1);
      return ordinals.map((ordinal) => other.program(ordinal, null)?.program);
    };
    expect(orderOf(7)).toEqual(orderOf(7));
    expect(orderOf(8)).not.toEqual(orderOf(7));
  });
});

describe('a graded bank', () => {
  it('without a problem that is asked about is a defect that names it', () => {
    expect(() => new BankWorlds(bank).attempt('P/1', 7)).toThrow('P/1 was not graded');
  });

  it('of a problem that the bank does not have is refused', () => {
    const other = { ...graded, problem: 'P/1' };
    expect(() => new BankWorlds({ ...bank, problems: [other] })).toThrow(
      expect.objectContaining({ code: 'PROBLEM_NOT_IN_BANK' }) as Error,
    );
  });

  it('that lacks a reply of the bank is refused', () => {
    const short = { ...graded, replies: graded.replies.slice(1) };
    expect(() => new BankWorlds({ ...bank, problems: [short] })).toThrow(
      'a reply of P/0 was not graded',
    );
  });
});
