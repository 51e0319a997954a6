import { codeTree } from '../../../core/search/code-tree';
import { codeTreeBfs } from '../../../core/search/code-tree-bfs';
import { bestFirst } from '../../../core/search/code-tree-without-critic';
import { dropInFlight, finishSearch, finishWhenDone } from '../../../core/search/finish-search';
import { judgedEvent } from '../../../core/search/judged-event';
import type { Expansion, MadeNode, SearchState } from '../../../core/search/method';
import { planMade, problemsRecalled } from '../../../core/search/planning';
import { bareItem, freshState } from '../../../core/search/search-state';
import { speculativeNode } from '../../../core/search/speculative-node';
import {
  nodesToReflect,
  reflected,
  reflectLater,
  waitsForReflections,
  withoutReflections,
} from '../../../core/search/to-reflect';
import { wantsReflections } from '../../../core/search/wants-reflections';
import { nodeOf } from '../metrics/records';
import { defaults, proposal, ref, sha, visibleOf } from './search-player';

const call = (text: string) => ({ role: 'planner', identity: sha(text), repair: false }) as const;
const expansionOf = (state: SearchState): Expansion => {
  const action = codeTree.next(state);
  if (action.kind !== 'expand') throw new Error('no place waits');
  return action.expansion;
};
const begun = codeTree.apply(codeTree.start(defaults), proposal('a', 'b'));
const inFlight = codeTree.apply(begun, {
  kind: 'node-scheduled',
  expansion: expansionOf(begun),
});
const passed = visibleOf({ passed: 4 });
const failed = visibleOf({ passed: 1 });
const made: MadeNode = {
  ...{ program: sha('p'), visible: failed, score: 0.5, calls: [call('asked')], neutral: [] },
  critique: { kind: 'score', score: 3, words: ref('words'), neutral: false },
};

describe('plans', () => {
  const start = freshState({ ...defaults, width: 2 }, { frontier: [], strategiesAsked: false });
  const recall = (state: SearchState, names: readonly string[]) =>
    problemsRecalled(state, {
      ...{ kind: 'problems-recalled', examples: names.map(ref), neutral: ['recaller'] },
      calls: [call('recalled')],
    });
  const plan = (state: SearchState, name: string, confidence = 50) =>
    planMade(state, {
      ...{ kind: 'plan-made', neutral: ['planner'], calls: [call(name)] },
      plan: { example: null, plan: ref(name), confidence },
    });

  it('keep what their requests cost, and what could not be read', () => {
    const state = plan(recall(start, ['x']), 'p');
    expect(state.rootCalls).toEqual([call('recalled'), call('p')]);
    expect(state.neutralValues).toEqual({ recaller: 1, planner: 1 });
  });

  it('are made of no more problems than the width, and carried out only when all are there', () => {
    const recalled = recall(start, ['x', 'y', 'z']);
    expect(recalled).toMatchObject({ recalled: [ref('x'), ref('y')], plans: [] });
    const first = plan(recalled, 'p');
    expect(first).toMatchObject({ strategiesAsked: false, frontier: [], strategies: [] });
    const second = plan(first, 'q', 60);
    expect(second).toMatchObject({ strategiesAsked: true, strategies: [ref('q'), ref('p')] });
    expect(second.frontier).toEqual([
      { ...bareItem, strategy: ref('p') },
      { ...bareItem, strategy: ref('q') },
    ]);
  });

  it('are taken once, and only when they were asked for', () => {
    const recalled = recall(start, ['x']);
    expect(recall(recalled, ['y'])).toBe(recalled);
    expect(plan(start, 'p')).toBe(start);
    const done = plan(recalled, 'p');
    expect(plan(done, 'q')).toBe(done);
    expect(recall({ ...start, strategiesAsked: true }, ['x']).recalled).toBeUndefined();
  });
});

describe('nodes that wait for reflections', () => {
  const nodes = [nodeOf(0), nodeOf(1, { depth: 2, strategy: ref('s'), calls: [call('made')] })];
  const waiting = { ...begun, frontier: [], nodes, config: { ...defaults, width: 2 } };
  const [first, second] = nodes;
  if (first === undefined || second === undefined) throw new Error('there are two');
  const both = reflectLater(reflectLater(waiting, second), first);

  it('are told in the order in which they were made, until they no longer wait', () => {
    expect(nodesToReflect(waiting)).toEqual([]);
    expect(both.toReflect).toEqual(['n1', 'n0']);
    expect(nodesToReflect(both)).toEqual(nodes);
    expect(['n0', 'n1', 'n2'].map((id) => waitsForReflections(both, id))).toEqual([
      ...[true, true, false],
    ]);
    expect(waitsForReflections(waiting, 'n0')).toBe(false);
    expect(withoutReflections(both, new Set(['n1', 'n7'])).toReflect).toEqual(['n0']);
    expect(withoutReflections(waiting, new Set(['n0']))).toBe(waiting);
  });

  it('get a place below them for each reflection, the first on top, and what the request cost', () => {
    const event = {
      ...({ kind: 'node-reflected', node: 'n1', neutral: ['thinker-reflections'] } as const),
      ...{ reflections: ['x', 'y', 'z'].map(ref), calls: [call('reflected')] },
    };
    const state = reflected(both, event);
    const place = { parent: 'n1', depth: 3, strategy: ref('s') };
    expect(state.frontier).toEqual([
      { ...place, reflection: ref('y') },
      { ...place, reflection: ref('x') },
    ]);
    expect(state.toReflect).toEqual(['n0']);
    expect(state.nodes[1]?.calls).toEqual([call('made'), call('reflected')]);
    expect(state.neutralValues).toEqual({ 'thinker-reflections': 1 });
    expect(reflected(state, event)).toBe(state);
  });

  it('take their turns by passed tests, then by age', () => {
    const of = (ordinal: number, visible: ReturnType<typeof visibleOf> | null) =>
      nodeOf(ordinal, { visible });
    const sorted = [of(0, null), of(1, failed), of(2, visibleOf({ passed: 3 })), of(3, failed)];
    expect(sorted.toSorted(bestFirst).map(({ id }) => id)).toEqual(['n2', 'n1', 'n3', 'n0']);
    expect(codeTreeBfs.shape?.usual).toEqual({ width: 3, maxDepth: 3 });
  });
});

describe('reserving a program', () => {
  it('takes the place on top, once', () => {
    expect(inFlight.nodes).toHaveLength(1);
    expect(inFlight.frontier.map(({ strategy }) => strategy)).toEqual([ref('b')]);
    const again = { kind: 'node-scheduled', expansion: expansionOf(begun) } as const;
    expect(codeTree.apply(inFlight, again).nodes).toHaveLength(1);
  });

  it('changes nothing for another place than the one on top, or before strategies are there', () => {
    const other = { ...expansionOf(begun), strategy: ref('b') };
    const event = { kind: 'node-scheduled', expansion: other } as const;
    expect(codeTree.apply(begun, event).nodes).toEqual([]);
    const early = { ...begun, strategiesAsked: false };
    const right = { kind: 'node-scheduled', expansion: expansionOf(begun) } as const;
    expect(codeTree.apply(early, right).nodes).toEqual([]);
  });
});

describe('the end of a search', () => {
  const right = nodeOf(0, { visible: passed });
  const better = nodeOf(1, { visible: passed, score: 2 });

  it('gives up what is in flight, whose program stays spent', () => {
    expect(dropInFlight(begun)).toBe(begun);
    const dropped = dropInFlight({ ...inFlight, nodes: [right], answers: [] });
    expect(dropped).toMatchObject({ inFlight: null, answers: ['n0'], nodes: [right] });
  });

  it('corrects the last point of the curve, and no other', () => {
    const state = { ...begun, nodes: [right, better], answers: ['n0', 'n0'] };
    const ended = finishSearch(state, 'accepted');
    expect(ended).toMatchObject({ finish: 'accepted', answers: ['n0', 'n1'] });
    expect(finishSearch(begun, 'cancelled')).toMatchObject({ finish: 'cancelled', answers: [] });
  });

  it('comes with the last program of the budget, or when nothing waits', () => {
    const full = { ...begun, nodes: [right], config: { ...defaults, budget: 1 } };
    expect(finishWhenDone(full).finish).toBe('budget-exhausted');
    expect(finishWhenDone({ ...full, config: { ...defaults, budget: 2 } }).finish).toBeNull();
    const idle = { ...begun, frontier: [] };
    expect(finishWhenDone(idle).finish).toBe('frontier-empty');
    expect(finishWhenDone(begun)).toBe(begun);
  });

  it('does not come while something waits or is in flight, and does not come twice', () => {
    const idle = { ...begun, frontier: [] };
    for (const busy of [
      { ...idle, toReflect: ['n0'] },
      { ...idle, strategiesAsked: false },
      { ...idle, inFlight: inFlight.inFlight },
      { ...idle, finish: 'accepted' as const },
    ])
      expect(finishWhenDone(busy)).toBe(busy);
  });
});

describe('a node that is made', () => {
  const reflections = [ref('r')];

  it('becomes the event of its decision', () => {
    const of = (decision: Parameters<typeof judgedEvent>[0]['decision']) =>
      judgedEvent({ made, decision, reflections });
    expect(of('refine')).toEqual({ kind: 'node-refined', made, reflections });
    expect(of('abort')).toEqual({ kind: 'node-aborted', made });
    expect(of('accept')).toEqual({ kind: 'node-accepted', made });
    expect(of(null)).toEqual({ kind: 'node-expanded', made, reflections });
  });

  it('wants reflections when its method reflects on such nodes', () => {
    const expansion = expansionOf(begun);
    const wants = (when: Expansion['reflect']['when']) =>
      (
        [
          ['refine', false],
          ['abort', false],
          ['accept', true],
          [null, false],
          [null, true],
        ] as const
      ).map(([decision, passing]) =>
        wantsReflections({ ...expansion, reflect: { when, atMost: 3 } }, decision, passing),
      );
    expect(wants('never')).toEqual([false, false, false, false, false]);
    expect(wants('refined')).toEqual([true, false, false, false, false]);
    expect(wants('failed')).toEqual([true, true, false, true, false]);
  });

  it('ahead of its turn keeps its place, what it came to and what it cost', () => {
    const expansion = { ...expansionOf(begun), depth: 2, reflection: ref('r') };
    const judged = { made, decision: 'refine', reflections } as const;
    const { neutral, ...facts } = made;
    expect(neutral).toEqual([]);
    expect(speculativeNode(expansion, judged)).toEqual({
      ...{ id: 'n0', ordinal: 0, parent: null, depth: 2, strategy: ref('a') },
      ...{ reflection: ref('r'), decision: 'refine', steered: null },
      ...facts,
    });
    const words = { interpreter: ref('i') };
    expect(speculativeNode(expansion, { ...judged, made: { ...made, words } }).words).toBe(words);
  });
});
