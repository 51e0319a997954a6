import { buildSolverMessages } from '../../../core/agents/solver';
import { candidatePolicy } from '../../../core/python-values/comparison-policy';
import { meanPassAtK, selfRepair } from '../../../core/metrics/evaluation-summary';
import { retrieved } from '../../../core/repository/retrieval';
import type { RetrievalMode } from '../../../core/names/retrieval-modes';
import { HarnessProblem } from '../../../core/tasks/harness/harness';
import { fragmentOf } from '../repository/sample-fragment';

const fence = '```python\n';

describe('an evaluation', () => {
  it('has as pass@1 of five samples the mean of the fractions that are right, with its interval', () => {
    const instances = [5, 0, 2, 3, 1].map((right) => ({ samples: 5, right }));
    const told = meanPassAtK(instances, 1);
    expect(told?.mean).toBeCloseTo((1 + 0 + 0.4 + 0.6 + 0.2) / 5, 12);
    // Standard deviation of the five fractions 0.3847, divided by the root of 5, times 1.96.
    expect(told?.interval?.map((end) => end.toFixed(3))).toEqual(['0.103', '0.777']);
    expect(told?.of).toBe(5);
  });

  it('has of one sample each the interval of a plain rate, which is not nothing where all are right', () => {
    const told = meanPassAtK(Array(50).fill({ samples: 1, right: 1 }), 1);
    expect(told?.mean).toBe(1);
    expect(told?.interval?.map((end) => end.toFixed(3))).toEqual(['0.929', '1.000']);
  });

  it('counts in pass@k only what has enough samples', () => {
    const instances = [
      { samples: 5, right: 1 },
      { samples: 3, right: 3 },
    ];
    expect(meanPassAtK(instances, 5)).toEqual({ mean: 1, of: 1, interval: null });
    expect(meanPassAtK(instances, 2)?.mean).toBeCloseTo((0.4 + 1) / 2, 12);
    expect(meanPassAtK(instances, 9)).toBeNull();
  });

  it('has as self-repair the share of wrong first programs that are right after each iteration', () => {
    const [no, yes] = [false, true];
    const dialogues = [
      [yes],
      [no, no, yes],
      [no, yes],
      [no, no, no, no, no, no],
      [no, no, no, no, no, yes],
      // Right once is repaired, whatever came after it.
      [no, yes, no],
      [],
    ];
    const curve = selfRepair(dialogues, 5);
    expect(curve.map(({ solved }) => solved)).toEqual([0, 2, 3, 3, 3, 4]);
    expect(curve.every(({ of }) => of === 5)).toBe(true);
    const [low, high] = curve[5]?.interval ?? [0, 0];
    expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.376', '0.964']);
    expect(selfRepair([[true]], 1).map(({ rate }) => rate)).toEqual([null, null]);
  });

  describe('shows of the repository', () => {
    const contexts = {
      dependency: [fragmentOf('b.py', 1, 'X = 1'), fragmentOf('a.py', 3, 'def h(): ...')],
      full: [
        fragmentOf('a.py', 3, 'def h(): ...', { distance: 0 }),
        fragmentOf('a.py', 9, 'def g(): ...'),
        fragmentOf('c.py', 1, 'Y = 2', { distance: 2 }),
      ],
    };
    it.each<[RetrievalMode, string]>([
      ['none', ''],
      ['dependency', `${fence}## b.py\nX = 1\n\`\`\`\n\n${fence}## a.py\ndef h(): ...\n\`\`\``],
      [
        'full',
        `${fence}## c.py\nY = 2\n\`\`\`\n\n${fence}## a.py\ndef h(): ...\n\ndef g(): ...\n\`\`\``,
      ],
    ])('in the mode %s exactly this', (mode, text) => {
      const budget = { tokens: 6_000, countTokens: (all: string) => all.length };
      expect(retrieved(mode, contexts, 'a.py', budget)).toBe(text);
    });
  });

  it('asks with a chain of thought for reasoning before the same block, and changes nothing else', () => {
    const problem = HarnessProblem.parse({
      ...{ kind: 'harness', id: 'o/r@0::m.py::f#1', dataset: 'd', context: '', className: null },
      statement: 'def f():\n    """Gives one."""\n    raise NotImplementedError\n',
      ...{ name: 'f', module: 'm', qualname: 'f', environment: 'e'.repeat(64) },
      ...{ policy: candidatePolicy, visibleTests: [] },
    });
    const [plain, cot] = (['plain', 'reason-first'] as const).map((style) =>
      buildSolverMessages({ problem, strategy: null, style }),
    );
    const block = /one ```python code block that holds .*$/su;
    const [before, after] = [plain, cot].map((messages) => messages?.[1]?.content ?? '');
    expect(after).toContain('First reason step by step');
    expect(before).not.toContain('step by step');
    expect(block.exec(after ?? '')?.[0]).toBe(block.exec(before ?? '')?.[0]);
    expect(cot?.[0]).toEqual(plain?.[0]);
  });
});
