import { instructiveAttempt } from '../../../cli/runs/instructive-attempt';
import type { AttemptRecord } from '../../../core/ports/records';
import type { SearchNode } from '../../../core/schemas/search';
import { nodeOf } from '../../core/metrics/records';
import { noOutcome } from '../../../core/kinds/search/outcome';

function attempt(problem: string, nodes: readonly SearchNode[], solved: boolean): AttemptRecord {
  const answer = nodes.at(-1)?.id ?? null;
  return {
    run: 'r',
    problem,
    sample: 0,
    position: 0,
    status: 'completed',
    waiting: null,
    result: {
      status: 'completed',
      outcome: { ...noOutcome, nodes: [...nodes], answer },
      graded: [],
      verdict: solved ? 'passed' : 'failed',
      solved,
      cause: null,
      provenance: null,
    },
  };
}

const chain = [nodeOf(0), nodeOf(1, { parent: 'n0', depth: 2 })];

describe('the tree that a demonstration shows', () => {
  it('is one in which a failing program was refined into a solution', () => {
    const attempts = [
      attempt('one', [nodeOf(0)], true),
      attempt('refined', chain, true),
      attempt('failed', chain, false),
    ];
    expect(instructiveAttempt(attempts)?.problem).toBe('refined');
  });

  it('is the smaller of two such trees', () => {
    const bushy = [...chain, nodeOf(2, { parent: 'n1', depth: 3 })];
    const attempts = [attempt('bushy', bushy, true), attempt('slim', chain, true)];
    expect(instructiveAttempt(attempts)?.problem).toBe('slim');
  });

  it('is whatever there is, however large', () => {
    const many = Array.from({ length: 100 }, (_, ordinal) => nodeOf(ordinal));
    expect(instructiveAttempt([attempt('large', many, false)])?.problem).toBe('large');
  });

  it('is none when nothing has ended with a program', () => {
    expect(instructiveAttempt([attempt('nothing', [], false)])).toBeNull();
    expect(instructiveAttempt([])).toBeNull();
  });
});
