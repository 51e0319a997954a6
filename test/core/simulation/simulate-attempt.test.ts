import { methodNamed, methods } from '../../../core/search/methods';
import type { AttemptWorld, KnownProgram } from '../../../core/simulation/attempt-world';
import { simulateAttempt } from '../../../core/simulation/simulate-attempt';

const config = { budget: 5, width: 3, maxDepth: 3 };

function known(name: string, passed: number, hidden: KnownProgram['hidden']): KnownProgram {
  const program = name.padEnd(64, '0');
  return {
    program,
    visible: { kind: passed === 2 ? 'passed' : 'failed', passed, total: 2 },
    hidden,
  };
}

const lucky = known('lucky', 2, 'failed');
const right = known('right', 2, 'passed');
const wrong = known('wrong', 1, 'failed');

/** Gives its programs in order; a Debugger gets them, too. */
function world(
  programs: readonly (KnownProgram | null)[],
  changes: Partial<AttemptWorld> = {},
): AttemptWorld {
  const ideas = (noun: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      sha256: `${noun}${String(index)}`.padEnd(64, '0'),
      excerpt: noun,
    }));
  return {
    program: (ordinal) => programs[ordinal % programs.length] ?? null,
    accepts: (program) => program === right.program,
    marks: () => 3,
    strategies: (atMost, earlier) => ideas(`s${String(earlier)}-`, Math.min(3, atMost)),
    examples: (atMost) => ideas('e', Math.min(4, atMost)),
    reflections: (atMost) => ideas('r', Math.min(2, atMost)),
    visibleTests: 2,
    ...changes,
  };
}

describe('an attempt that is simulated', () => {
  it('ends a method without a critic at the first program that passes the visible tests, right or not', () => {
    const { outcome, verdict, verifications } = simulateAttempt(
      methodNamed('resample'),
      config,
      world([wrong, lucky, right]),
    );
    expect([outcome.finish, outcome.answer, verdict]).toEqual(['solved-visible', 'n1', 'failed']);
    expect(verifications).toBe(0);
  });

  it('asks the critic of a tree about each program that passes, and goes on where it says no', () => {
    const { outcome, verdict, verifications } = simulateAttempt(
      methodNamed('code-tree'),
      config,
      world([wrong, lucky, right]),
    );
    expect([outcome.finish, outcome.answer, verdict]).toEqual(['accepted', 'n2', 'passed']);
    expect(verifications).toBe(2);
    // Three programs, their critic, strategies, and reflections on the two that were refined.
    expect(outcome.nodes).toHaveLength(3);
  });

  it('tells a Debugger which program it repairs, and a Solver of none', () => {
    const asked: (string | null)[] = [];
    simulateAttempt(
      methodNamed('reflexion'),
      { ...config, budget: 3 },
      world([wrong], {
        program: (_, parent) => {
          asked.push(parent);
          return wrong;
        },
      }),
    );
    expect(asked).toEqual([null, wrong.program, wrong.program]);
  });

  it.each([...methods.values()])('comes to an end under $name, within its budget', (method) => {
    const { outcome } = simulateAttempt(method, config, world([wrong, null, lucky]));
    expect(outcome.nodes.length).toBeGreaterThan(0);
    expect(outcome.nodes.length).toBeLessThanOrEqual(config.budget);
  });

  it('counts a reply without a program as spent, and answers with none where there is none', () => {
    const { outcome, verdict, questions } = simulateAttempt(
      methodNamed('resample'),
      { ...config, budget: 2 },
      world([null]),
    );
    expect([outcome.finish, outcome.answer, verdict]).toEqual([
      'budget-exhausted',
      null,
      'no-program',
    ]);
    expect([outcome.nodes.map(({ visible }) => visible?.kind), questions]).toEqual([
      ['no-program', 'no-program'],
      2,
    ]);
  });
});
