import type { CallRef } from '../../../core/schemas/model';
import type { SearchNode } from '../../../core/schemas/search';
import type { TextRef } from '../../../core/schemas/text';
import { SearchOutcome } from '../../../core/kinds/search/schema';
import { parseRunFlags } from '../../../cli/run-flags';

const sha = 'f'.repeat(64);
const longText = (char: string): TextRef => ({ sha256: sha, excerpt: char.repeat(200) });
const call = (role: CallRef['role']): CallRef => ({ role, identity: sha, repair: false });

/** A node with everything a node can have, each of its texts as long as an excerpt may be. */
function fullNode(ordinal: number, char: string): SearchNode {
  const text = longText(char);
  return {
    id: `n${String(ordinal)}`,
    ordinal,
    parent: ordinal === 0 ? null : 'n0',
    depth: 3,
    strategy: text,
    reflection: text,
    program: sha,
    visible: {
      kind: 'killed-by-signal',
      passed: 0,
      total: 10,
      feedback: text,
      timeSensitive: true,
    },
    critique: { kind: 'score', score: 4, words: text, neutral: false },
    score: 0.266_666_666_666_666_67,
    decision: 'refine',
    steered: null,
    calls: [call('debugger'), call('critic-score'), call('thinker-reflections')],
  };
}

/** As it is handed to the grading activity, in bytes. */
function sizeOf(budget: number, char: string): number {
  const nodes = Array.from({ length: budget }, (_, ordinal) => fullNode(ordinal, char));
  const outcome: SearchOutcome = {
    kind: 'search',
    finish: 'budget-exhausted',
    nodes,
    // A strategy-list has as many as programs.
    strategies: Array.from({ length: budget }, () => longText(char)),
    rootCalls: [call('thinker-strategies')],
    answer: 'n0',
    answers: nodes.map(({ id }) => id),
    neutralValues: {},
    steered: false,
  };
  return Buffer.byteLength(JSON.stringify(SearchOutcome.parse(outcome)));
}

const typed = { dataset: 'd', method: 'm', model: 'x', concurrency: '1', seed: '0', samples: '1' };
const takes = (budget: number): boolean => {
  try {
    return parseRunFlags({ ...typed, budget: String(budget) }).budget === budget;
  } catch {
    return false;
  }
};
const largestBudget = Array.from({ length: 200 }, (_, budget) => budget).findLast(takes) ?? 0;

describe('the largest search that the command line takes', () => {
  it('is one of 100 programs', () => {
    expect(largestBudget).toBe(100);
  });

  it('stays below what the engine warns of', () => {
    expect(sizeOf(largestBudget, 'x')).toBeLessThan(256 * 1024);
  });

  it('stays far below what it refuses, also in a script of three bytes a character', () => {
    expect(sizeOf(largestBudget, '語')).toBeLessThan(1024 * 1024);
  });
});
