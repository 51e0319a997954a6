import { viewBank } from '../../../../llm/simulated/bank/bank-view';
import { AttemptDraws, type DrawnFor } from '../../../../llm/simulated/replies/attempt-draws';
import type { ModelServerKind } from '../../../../llm/simulated/replies/reply-settings';
import { replySettingsOf } from '../../../../llm/simulated/replies/reply-settings';
import { programHashOf } from '../../../../llm/simulated/bank/bank-row';
import { bankOf, line, program } from '../bank-samples';

const numbers = (count: number, from = 0): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + index);
const parent = programHashOf(program(0));
const otherParent = programHashOf(program(1));
const repairs = (of: string, from: number) =>
  numbers(20, from).map((number) => line({ program: program(number), parent: of }));
const programs = numbers(20).map((number) =>
  line({ program: program(number), recorded_pass: number % 2 === 0 ? true : null }),
);
const rows = [...programs, ...repairs(parent, 100), ...repairs(otherParent, 100)];

interface Source {
  readonly kind?: ModelServerKind;
  readonly competence?: number;
  readonly asked?: Partial<DrawnFor>;
  readonly lines?: readonly Record<string, unknown>[];
}

function drawsOf({ kind = 'recorded', competence = 0.5, asked = {}, lines = rows }: Source = {}) {
  const problem = viewBank(bankOf(lines)).problems.get('P/0');
  if (problem === undefined) throw new Error('the bank has no program');
  return new AttemptDraws(
    { kind, settings: replySettingsOf({ competence }), problem },
    { seed: 7, problem: 'P/0', sample: 0, ...asked },
  );
}

const solverOrder = (source?: Source) => {
  const draws = drawsOf(source);
  return numbers(20).map((ordinal) => draws.solver(ordinal).row.program);
};
const repairOrder = (from: string, source?: Source) => {
  const draws = drawsOf(source);
  return numbers(20).map((ordinal) => draws.debugger(ordinal, from).row.program);
};

describe('the order of repairs', () => {
  it('depends on seed and problem, not on the sample', () => {
    const usual = repairOrder(parent);
    expect(repairOrder(parent, { asked: { sample: 3 } })).toEqual(usual);
    expect(repairOrder(parent, { asked: { seed: 8 } })).not.toEqual(usual);
    expect(repairOrder(parent, { asked: { problem: 'P/1' } })).not.toEqual(usual);
  });

  it('is another one for another parent, also when one attempt asks for both', () => {
    const draws = drawsOf();
    const order = (from: string) =>
      numbers(20).map((ordinal) => draws.debugger(ordinal, from).row.program);
    expect(order(parent)).not.toEqual(order(otherParent));
    expect(order(parent)).toEqual(repairOrder(parent));
  });

  it('is told with the number of distinct programs', () => {
    const twice = [...rows, ...repairs(parent, 100)];
    expect(drawsOf({ lines: twice }).debugger(0, parent).origin).toEqual({
      rule: 'recorded-repair',
      distinct: 20,
    });
  });

  it('is that of the Solver where nothing is shown, or the server simulates', () => {
    const known = drawsOf();
    expect(known.debugger(4, null).row).toBe(known.solver(4).row);
    const draws = drawsOf({ kind: 'simulated' });
    expect(draws.debugger(4, parent).row).toBe(draws.solver(4).row);
    expect(draws.debugger(4, parent).origin.rule).toBe('solver-rule');
  });
});

describe('the programs of a simulated Solver', () => {
  it('are right ones or not, each group in an order of its own that only moves with its draws', () => {
    const draws = drawsOf({ kind: 'simulated' });
    const drawn = numbers(24).map((ordinal) => draws.solver(ordinal));
    for (const right of [true, false]) {
      const own = drawn.filter(({ row }) => (row.label === true) === right);
      expect(own.length).toBeGreaterThan(3);
      const first = own.slice(0, 10);
      expect(new Set(first.map(({ row }) => row.program)).size).toBe(first.length);
      expect(own.map(({ origin }) => origin)).toEqual(
        own.map((_, place) => ({ rule: 'draw', distinct: 10, repeated: place >= 10 })),
      );
    }
  });

  it('are wrong ones where nobody knows whether they are right', () => {
    const never = drawsOf({ kind: 'simulated', competence: 0 });
    expect(numbers(10).map((ordinal) => never.solver(ordinal).row.label)).toEqual(
      Array(10).fill(null),
    );
  });

  it('are taken from all programs where a group is empty', () => {
    const lines = [1, 2, 3].map((number) => line({ program: program(number) }));
    const always = drawsOf({ kind: 'simulated', competence: 1, lines });
    const drawn = numbers(4).map((ordinal) => always.solver(ordinal));
    expect(new Set(drawn.slice(0, 3).map(({ row }) => row.program)).size).toBe(3);
    expect(drawn.map(({ origin }) => origin)).toEqual(
      [false, false, false, true].map((repeated) => ({ rule: 'draw', distinct: 3, repeated })),
    );
  });

  it('are right by a chance that seed, problem, sample and ordinal decide', () => {
    const labels = (asked: Partial<DrawnFor>) => {
      const draws = drawsOf({ kind: 'simulated', asked });
      return numbers(30).map((ordinal) => draws.solver(ordinal).row.label);
    };
    const usual = labels({});
    expect(new Set(usual).size).toBe(2);
    for (const asked of [{ seed: 8 }, { problem: 'P/1' }, { sample: 1 }]) {
      expect(labels(asked)).not.toEqual(usual);
    }
  });
});

it('the order of a recorded Solver depends on seed, problem and sample', () => {
  const usual = solverOrder();
  for (const asked of [{ seed: 8 }, { problem: 'P/1' }, { sample: 1 }]) {
    expect(solverOrder({ asked })).not.toEqual(usual);
  }
});
