import type { Critique } from '../../../core/schemas/search';
import { critiqueTask, judge } from '../../../core/search/judge';
import type { CriticRules, Expansion } from '../../../core/search/method';
import { ref, sha, visibleOf } from './search-player';

const all: CriticRules = { verification: true, abort: true, scoring: true };
const program = sha('program');
const words = ref('words');
const scored = (score: number): Critique => ({ kind: 'score', score, words, neutral: false });
const verified = (accepted: boolean): Critique => ({
  kind: 'verification',
  accepted,
  words,
  neutral: false,
});

function expansion(changes: Partial<Expansion> = {}): Expansion {
  return {
    node: 'n1',
    ordinal: 1,
    parent: 'n0',
    depth: 2,
    strategy: null,
    reflection: null,
    generator: 'debugger',
    style: 'plain',
    temperature: 0,
    critic: all,
    maxDepth: 3,
    parentProgram: sha('parent'),
    parentFeedback: null,
    parentScore: 0.5,
    parentPassedAll: false,
    reflect: { when: 'refined', atMost: 10 },
    ...changes,
  };
}

const judged = (place: Partial<Expansion>, passed: number, critique: Critique = { kind: 'none' }) =>
  judge({ expansion: expansion(place), visible: visibleOf({ passed }), program, critique });

describe('what the critic is asked', () => {
  const asked = (place: Partial<Expansion>, passed: number) =>
    critiqueTask(expansion(place), visibleOf({ passed }), program);

  it('is verification when every visible test passes, at any depth', () => {
    expect(asked({}, 4)).toBe('verification');
    expect(asked({ depth: 3 }, 4)).toBe('verification');
  });

  it('is an output score when one fails above the deepest level, and nothing at it', () => {
    expect(asked({}, 3)).toBe('score');
    expect(asked({ depth: 3 }, 3)).toBe('none');
  });

  it('is nothing without a program or without a critic', () => {
    expect(critiqueTask(expansion(), visibleOf({ passed: 0, noProgram: true }), null)).toBe('none');
    expect(asked({ critic: null }, 4)).toBe('none');
  });

  it('leaves out what an ablation switches off', () => {
    expect(asked({ critic: { ...all, verification: false } }, 4)).toBe('none');
    expect(asked({ critic: { ...all, scoring: false } }, 3)).toBe('none');
    expect(asked({ critic: { ...all, abort: false } }, 3)).toBe('score');
  });
});

describe('a node that passes the visible tests', () => {
  it('scores 1 + 5/15 and is accepted on a yes', () => {
    expect(judged({}, 4, verified(true))).toEqual({ score: 1 + 5 / 15, decision: 'accept' });
  });

  it('is refined on a no above the deepest level, even when its parent passed', () => {
    expect(judged({}, 4, verified(false)).decision).toBe('refine');
    expect(judged({ parentPassedAll: true }, 4, verified(false)).decision).toBe('refine');
  });

  it('on a no at the deepest level is accepted if its parent passed, else aborted with its score', () => {
    expect(judged({ depth: 3, parentPassedAll: true }, 4, verified(false)).decision).toBe('accept');
    expect(judged({ depth: 3 }, 4, verified(false))).toEqual({
      score: 1 + 5 / 15,
      decision: 'abort',
    });
  });

  it('is accepted unasked without verification', () => {
    const critic = { ...all, verification: false };
    expect(judged({ critic }, 4)).toEqual({ score: 1 + 5 / 15, decision: 'accept' });
  });

  it('scores 1 without scoring', () => {
    const critic = { ...all, scoring: false };
    expect(judged({ critic }, 4, verified(false))).toEqual({ score: 1, decision: 'refine' });
  });

  it('cannot be judged when the critic was not asked', () => {
    expect(() => judged({}, 4)).toThrow(/n1 is judged without the critic's verification/);
  });
});

describe('a node that fails visible tests', () => {
  it('is aborted at the deepest level with the passed fraction, whatever its parent scored', () => {
    expect(judged({ depth: 3, parentScore: 0 }, 3)).toEqual({ score: 0.75, decision: 'abort' });
  });

  it('scores the passed fraction plus marks/15', () => {
    expect(judged({ parentScore: 0 }, 2, scored(4)).score).toBeCloseTo(0.5 + 4 / 15, 12);
  });

  it('at depth 1 is compared with 0: aborted when it passes nothing and gets no marks', () => {
    const place = { depth: 1, parent: null, parentScore: null };
    expect(judged(place, 0, scored(0))).toEqual({ score: 0, decision: 'abort' });
    expect(judged(place, 0, scored(1)).decision).toBe('refine');
    expect(judged(place, 1, scored(0)).decision).toBe('refine');
  });

  it('is aborted below its parent’s score and refined above it', () => {
    expect(judged({ parentScore: 0.6 }, 2, scored(1)).decision).toBe('abort');
    expect(judged({ parentScore: 0.5 }, 2, scored(1)).decision).toBe('refine');
  });

  it('at its parent’s score is aborted exactly when the depth exceeds the marks', () => {
    const parentScore = (marks: number) => judged({ parentScore: null }, 2, scored(marks)).score;
    expect(judged({ parentScore: parentScore(1) }, 2, scored(1)).decision).toBe('abort');
    expect(judged({ parentScore: parentScore(2) }, 2, scored(2)).decision).toBe('refine');
    expect(judged({ parentScore: parentScore(3) }, 2, scored(3)).decision).toBe('refine');
  });

  it('takes 2/5 + 3/15 for equal to 3/5 + 0/15, which floating point sums do not', () => {
    const visible = (passed: number) => visibleOf({ passed, total: 5 });
    const of = (passed: number, marks: number, parentScore: number | null) =>
      judge({
        expansion: expansion({ parentScore, depth: 4, maxDepth: 9 }),
        visible: visible(passed),
        program,
        critique: scored(marks),
      });
    const parent = of(3, 0, null).score;
    expect(2 / 5 + 3 / 15).not.toBe(3 / 5);
    expect(of(2, 3, parent)).toEqual({ score: parent, decision: 'abort' });
  });

  it('without abort is pruned by depth alone', () => {
    const critic = { ...all, abort: false };
    expect(judged({ critic, parentScore: 1 }, 0, scored(0)).decision).toBe('refine');
    expect(judged({ critic, depth: 3 }, 0).decision).toBe('abort');
  });

  it('without scoring scores p, and is aborted only below its parent', () => {
    const critic = { ...all, scoring: false };
    expect(judged({ critic, parentScore: 0.5 }, 2)).toEqual({ score: 0.5, decision: 'refine' });
    expect(judged({ critic, parentScore: 0.75 }, 2)).toEqual({ score: 0.5, decision: 'abort' });
  });

  it('cannot be judged when the critic was not asked', () => {
    expect(() => judged({}, 2)).toThrow(/without the critic's score/);
  });
});

describe('other nodes', () => {
  it('without a program score 0 and are aborted, at any depth', () => {
    const visible = visibleOf({ passed: 0, noProgram: true });
    for (const depth of [1, 2, 3]) {
      const node = { expansion: expansion({ depth }), visible, program: null };
      expect(judge({ ...node, critique: { kind: 'none' } })).toEqual({
        score: 0,
        decision: 'abort',
      });
    }
  });

  it('of methods without a critic score the passed fraction and get no decision', () => {
    expect(judged({ critic: null }, 3)).toEqual({ score: 0.75, decision: null });
    expect(judged({ critic: null }, 4)).toEqual({ score: 1, decision: null });
  });
});
