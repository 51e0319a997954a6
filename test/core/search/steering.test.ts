import { codeTree } from '../../../core/search/code-tree';
import type { Expansion, SearchEvent, SearchState } from '../../../core/search/method';
import { outcomeOf } from '../../../core/kinds/search/outcome';
import { canAbort, canAccept } from '../../../core/search/steering';
import { carryOut, defaults, proposal, ref } from './search-player';
import type { NodeScript } from './search-player';

const apply = (state: SearchState, ...events: SearchEvent[]): SearchState =>
  events.reduce((before, event) => codeTree.apply(before, event), state);

function nextExpansion(state: SearchState): Expansion {
  const action = codeTree.next(state);
  if (action.kind !== 'expand') throw new Error(`expected an expansion, not ${action.kind}`);
  return action.expansion;
}

const schedule = (state: SearchState): SearchState =>
  apply(state, { kind: 'node-scheduled', expansion: nextExpansion(state) });

function makeNode(state: SearchState, script: NodeScript): SearchState {
  const expansion = nextExpansion(state);
  return apply(schedule(state), carryOut(expansion, script));
}

const begun = () => apply(codeTree.start(defaults), proposal('A', 'B'));
const refined = { passed: 1, reflections: ['r1', 'r2'] };
const added = (text: string): SearchEvent => ({ kind: 'strategy-added', strategy: ref(text) });
const abort = (node: string): SearchEvent => ({ kind: 'abort-steered', node });
const accept = (node: string): SearchEvent => ({ kind: 'accept-steered', node });

describe('a strategy that a person adds', () => {
  it('is explored next, at depth 1', () => {
    const state = apply(makeNode(begun(), refined), added('mine'));
    expect(nextExpansion(state)).toMatchObject({ strategy: ref('mine'), depth: 1, parent: null });
    expect(state.steered).toBe(true);
    expect(state.strategies.map(({ excerpt }) => excerpt)).toEqual(['A', 'B', 'mine']);
  });

  it('is explored before the children of a node that was in flight meanwhile', () => {
    const first = schedule(begun());
    const steered = apply(first, added('mine'));
    const made = apply(steered, carryOut(nextExpansion(steered), refined));
    expect(nextExpansion(made).strategy).toEqual(ref('mine'));
    const after = makeNode(made, { passed: 0, noProgram: true });
    expect(nextExpansion(after)).toMatchObject({ parent: 'n0', reflection: ref('r1') });
  });

  it('is explored before the Thinker’s when it came before them, and does not count towards the width', () => {
    const start = codeTree.start({ ...defaults, width: 2 });
    const state = apply(start, added('mine'), proposal('A', 'B'));
    expect(nextExpansion(state).strategy).toEqual(ref('mine'));
    expect(state.frontier).toHaveLength(3);
  });
});

describe('an abort by a person', () => {
  it('drops what waits under the node and goes on with its siblings', () => {
    const state = makeNode(begun(), refined);
    expect(canAbort(state, 'n0')).toBe(true);
    const aborted = apply(state, abort('n0'));
    expect(nextExpansion(aborted).strategy).toEqual(ref('B'));
    expect(aborted.nodes[0]).toMatchObject({ steered: 'aborted', decision: 'refine' });
    expect(canAbort(aborted, 'n0')).toBe(false);
  });

  it('of a node in flight keeps the node without a program, and its ordinal spent', () => {
    const aborted = apply(schedule(begun()), abort('n0'));
    expect(aborted.inFlight).toBeNull();
    expect(aborted.nodes[0]).toMatchObject({ program: null, visible: null, steered: 'aborted' });
    expect(aborted.answers).toEqual([null]);
    expect(nextExpansion(aborted)).toMatchObject({ ordinal: 1, strategy: ref('B') });
  });

  it('of an ancestor gives up the descendant in flight', () => {
    const state = schedule(makeNode(makeNode(begun(), refined), { passed: 3, marks: 4 }));
    expect(state.inFlight?.parent).toBe('n1');
    const aborted = apply(state, abort('n0'));
    expect(aborted.inFlight).toBeNull();
    expect(aborted.nodes.map(({ steered }) => steered)).toEqual(['aborted', null, 'aborted']);
    expect(aborted.answers).toEqual(['n0', 'n1', 'n1']);
    expect(nextExpansion(aborted)).toMatchObject({ ordinal: 3, strategy: ref('B') });
  });

  it('leaves alone what hangs elsewhere', () => {
    const state = schedule(makeNode(makeNode(begun(), refined), { passed: 0, marks: 0 }));
    expect(canAbort(state, 'n1')).toBe(false);
    expect(apply(state, abort('n1'))).toBe(state);
    expect(state.inFlight?.parent).toBe('n0');
  });

  it('makes the late result of that node count for nothing', () => {
    const state = schedule(begun());
    const late = carryOut(nextExpansion(state), { passed: 4, accept: true });
    const aborted = apply(state, abort('n0'));
    expect(apply(aborted, late)).toBe(aborted);
  });

  it('of the last thing there was ends the search', () => {
    const only = schedule(apply(codeTree.start(defaults), proposal('A')));
    expect(apply(only, abort('n0')).finish).toBe('frontier-empty');
  });

  it('is refused for a node that is not there', () => {
    expect(canAbort(begun(), 'n7')).toBe(false);
    expect(canAbort(begun(), 'root')).toBe(false);
  });
});

describe('an acceptance by a person', () => {
  it('ends the search with that node, even when another scores better', () => {
    const state = makeNode(makeNode(begun(), refined), { passed: 3, marks: 4 });
    const ended = apply(state, accept('n0'));
    expect(outcomeOf(ended)).toMatchObject({
      finish: 'steered-accept',
      answer: 'n0',
      answers: ['n0', 'n0'],
      steered: true,
    });
    expect(ended.nodes[0]?.steered).toBe('accepted');
  });

  it('while a node is in flight leaves that one spent, and answers for it too', () => {
    const state = schedule(makeNode(makeNode(begun(), refined), { passed: 3, marks: 4 }));
    const ended = apply(state, accept('n0'));
    expect(ended.answers).toEqual(['n0', 'n1', 'n0']);
    expect(ended.inFlight).toBeNull();
  });

  it('needs a node with a program', () => {
    const inFlight = schedule(begun());
    expect(canAccept(inFlight, 'n0')).toBe(false);
    expect(apply(inFlight, accept('n0'))).toBe(inFlight);
    expect(canAccept(makeNode(begun(), { passed: 0, noProgram: true }), 'n0')).toBe(false);
    expect(canAccept(begun(), 'n0')).toBe(false);
    expect(canAccept(makeNode(begun(), refined), 'n0')).toBe(true);
  });
});

describe('after the end', () => {
  it('no steering is possible and no event changes anything', () => {
    const ended = makeNode(begun(), { passed: 4, accept: true });
    expect(canAccept(ended, 'n0')).toBe(false);
    expect(canAbort(ended, 'n0')).toBe(false);
    for (const event of [
      added('late'),
      abort('n0'),
      accept('n0'),
      { kind: 'cancelled' } as const,
    ]) {
      expect(codeTree.apply(ended, event)).toBe(ended);
    }
  });
});

describe('an expansion taken before a person steered', () => {
  it('is not scheduled when it is not the next one any more, and is not counted', () => {
    const state = begun();
    const stale = nextExpansion(state);
    const steered = apply(state, added('mine'));
    expect(apply(steered, { kind: 'node-scheduled', expansion: stale })).toBe(steered);
    expect(nextExpansion(steered).strategy).toEqual(ref('mine'));
  });
});
