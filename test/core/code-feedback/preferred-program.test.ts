import { preferredProgram } from '../../../core/code-feedback/preferred-program';
import type { SearchOutcome } from '../../../core/kinds/search/schema';
import type { VerdictKind } from '../../../core/schemas/verdict';
import { dialogueResult } from '../../report/small-dialogues';
import { sha256Of } from '../../fakes/memory-blobs';

type Told = readonly [id: string, parent: string | null, shown: VerdictKind | null];

/** A search whose program of each node is the id of the node. */
function search(answer: string | null, ...nodes: readonly Told[]): SearchOutcome {
  const text = { sha256: 'f'.repeat(64), excerpt: '' };
  return {
    ...{ kind: 'search', finish: 'accepted', strategies: [], rootCalls: [], answers: [] },
    ...{ answer, neutralValues: {}, steered: false },
    nodes: nodes.map(([id, parent, shown], ordinal) => ({
      ...{ id, ordinal, parent, depth: 1, strategy: null, reflection: null, program: id },
      visible:
        shown === null
          ? null
          : { kind: shown, passed: 0, total: 1, feedback: text, timeSensitive: false },
      ...{ critique: null, score: 0, decision: null, steered: null, calls: [] },
    })) as unknown as SearchOutcome['nodes'],
  };
}

const verdicts = (told: Readonly<Record<string, VerdictKind>>) => new Map(Object.entries(told));

describe('a preference pair', () => {
  it('has the failing program that comes last before the answer on its path', () => {
    const tree = search(
      'd',
      ...[['a', null, 'failed'] as const, ['b', 'a', 'raised'] as const],
      ...[['c', null, 'failed'] as const, ['d', 'b', 'passed'] as const],
    );
    expect(preferredProgram(tree, verdicts({ d: 'passed' }))).toEqual({
      ...{ chosen: 'd', rejected: 'b' },
    });
  });

  it('has one of another path where all programs on the path pass', () => {
    const tree = search('b', ['a', null, 'failed'], ['b', null, 'passed']);
    expect(preferredProgram(tree, verdicts({ b: 'passed' }))?.rejected).toBe('a');
  });

  it('has a program that passes the shown tests and fails the hidden ones', () => {
    const tree = search('b', ['a', null, 'passed'], ['b', 'a', 'passed']);
    const judged = verdicts({ a: 'failed', b: 'passed' });
    expect(preferredProgram(tree, judged)?.rejected).toBe('a');
  });

  it.each([
    ['the answer was not graded', search('b', ['a', null, 'failed'], ['b', 'a', 'passed']), {}],
    ['the answer fails', search('a', ['a', null, 'failed']), { a: 'failed' }],
    ['there is no answer', search(null, ['a', null, 'failed']), { a: 'failed' }],
    ['nothing was run', search('b', ['a', null, null], ['b', 'a', 'passed']), { b: 'passed' }],
    ['the same program failed once', search('b', ['b', null, 'failed']), { b: 'passed' }],
  ] as const)('does not exist where %s', (_why, tree, judged) => {
    expect(preferredProgram(tree, verdicts(judged))).toBeNull();
  });

  it('comes of a refinement in the same way', () => {
    const { outcome, graded } = dialogueResult({
      rounds: [{ code: 'wrong' }, { code: 'right', shown: 'passed', hidden: 'passed' }],
      stop: 'passed',
    });
    const judged = new Map(graded.map((one) => [one.program, one.outcome.kind]));
    expect(preferredProgram(outcome, judged)).toEqual({
      ...{ chosen: sha256Of('right'), rejected: sha256Of('wrong') },
    });
  });
});
