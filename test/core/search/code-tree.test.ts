import { codeTree } from '../../../core/search/code-tree';
import { outcomeOf } from '../../../core/kinds/search/outcome';
import { carryOut, defaults, play, proposal, ref, sha, shapeOf } from './search-player';

const failing = { passed: 1, marks: 3 };

describe('code-tree', () => {
  it('asks for at most width strategies first and explores them in their order', () => {
    const start = codeTree.start({ ...defaults, width: 2 });
    expect(codeTree.next(start)).toEqual({ kind: 'propose-strategies', atMost: 2 });
    const asked = codeTree.apply(start, proposal('A', 'B', 'C'));
    expect(asked.strategies).toEqual([ref('A'), ref('B')]);
    const played = play(codeTree, {
      strategies: ['A', 'B', 'C'],
      nodes: [{ passed: 0, noProgram: true }],
      config: { width: 2 },
    });
    expect(shapeOf(played)).toEqual(['A', 'B']);
    expect(played.state.finish).toBe('frontier-empty');
  });

  it('goes depth first, the first reflection next, and back to the siblings at the deepest level', () => {
    const played = play(codeTree, {
      strategies: ['A', 'B'],
      nodes: [
        { passed: 1, reflections: ['r1', 'r2'] },
        { passed: 2, reflections: ['s1', 's2'] },
        { passed: 2 },
        { passed: 2 },
        { passed: 0, marks: 0 },
        { passed: 4, accept: true },
      ],
    });
    expect(shapeOf(played)).toEqual(['A', 'n0>r1', 'n1>s1', 'n1>s2', 'n0>r2', 'B']);
    expect(played.state.nodes.map(({ depth }) => depth)).toEqual([1, 2, 3, 3, 2, 1]);
    expect(played.state.nodes.map(({ decision }) => decision)).toEqual([
      'refine',
      'refine',
      'abort',
      'abort',
      'abort',
      'accept',
    ]);
    expect(outcomeOf(played.state)).toMatchObject({ finish: 'accepted', answer: 'n5' });
  });

  it('hands each expansion what its node needs: strategy, reflection, parent', () => {
    const { expansions } = play(codeTree, {
      strategies: ['A'],
      nodes: [
        { passed: 1, marks: 3, reflections: ['fix it'] },
        { passed: 4, accept: true },
      ],
    });
    expect(expansions[0]).toMatchObject({
      node: 'n0',
      generator: 'solver',
      depth: 1,
      strategy: ref('A'),
      parentScore: null,
      temperature: 0,
      reflect: { when: 'refined', atMost: 10 },
    });
    expect(expansions[1]).toMatchObject({
      node: 'n1',
      generator: 'debugger',
      depth: 2,
      parent: 'n0',
      strategy: ref('A'),
      reflection: ref('fix it'),
      parentProgram: sha('program of n0'),
      parentFeedback: ref('1 of 4'),
      parentPassedAll: false,
    });
    expect(expansions[1]?.parentScore).toBeCloseTo(0.25 + 3 / 15, 12);
  });

  it('never makes more programs than the budget, and buys no reflections for the last', () => {
    const { state, expansions } = play(codeTree, {
      strategies: ['A', 'B', 'C'],
      nodes: [failing],
      config: { budget: 2 },
    });
    expect(state.finish).toBe('budget-exhausted');
    expect(state.nodes).toHaveLength(2);
    expect(expansions.map(({ reflect }) => reflect.when)).toEqual(['refined', 'never']);
  });

  it('takes a verified node at once, whatever waits', () => {
    const { state } = play(codeTree, {
      strategies: ['A', 'B'],
      nodes: [{ passed: 4, accept: true }],
    });
    expect(state.nodes).toHaveLength(1);
    expect(state.accepted).toBe('n0');
    expect(codeTree.next(state)).toEqual({ kind: 'finish', reason: 'accepted' });
  });

  it('refines a passing node that verification refuses, and accepts the grandchild that passes too', () => {
    const { state } = play(codeTree, { strategies: ['A', 'B'], nodes: [{ passed: 4 }] });
    expect(state.nodes.map(({ decision }) => decision)).toEqual(['refine', 'refine', 'accept']);
    expect(state.finish).toBe('accepted');
    expect(state.answers).toEqual(['n0', 'n0', 'n2']);
  });

  it('on exhaustion answers with the best scored node, not the last', () => {
    const { state } = play(codeTree, {
      strategies: ['A', 'B', 'C'],
      nodes: [
        { passed: 1, reflections: [] },
        { passed: 3, reflections: [] },
        { passed: 2, reflections: [] },
      ],
    });
    expect(outcomeOf(state)).toMatchObject({
      finish: 'frontier-empty',
      answer: 'n1',
      answers: ['n0', 'n1', 'n1'],
    });
  });

  it('notes at each budget the answer that a search with that budget gives', () => {
    const world = {
      strategies: ['A', 'B', 'C'],
      nodes: [
        { passed: 1, reflections: ['x', 'y'] },
        { passed: 3 },
        { passed: 2 },
        { passed: 4 },
        { passed: 4 },
      ],
    };
    const { answers } = play(codeTree, world).state;
    answers.forEach((answer, index) => {
      const shorter = play(codeTree, { ...world, config: { budget: index + 1 } });
      expect(outcomeOf(shorter.state).answer).toBe(answer);
    });
  });

  it('pushes no more reflections than the width, however many it is handed', () => {
    const start = codeTree.start({ ...defaults, width: 2 });
    const asked = codeTree.apply(start, proposal('A'));
    const action = codeTree.next(asked);
    if (action.kind !== 'expand') throw new Error('expected an expansion');
    const scheduled = codeTree.apply(asked, {
      kind: 'node-scheduled',
      expansion: action.expansion,
    });
    const made = carryOut(action.expansion, { passed: 1 });
    if (made.kind !== 'node-refined') throw new Error('expected a refined node');
    const reflections = ['r1', 'r2', 'r3'].map(ref);
    const { frontier } = codeTree.apply(scheduled, { ...made, reflections });
    expect(frontier.map(({ reflection }) => reflection?.excerpt)).toEqual(['r2', 'r1']);
  });

  it('counts fallback values by role', () => {
    const start = codeTree.start(defaults);
    const state = codeTree.apply(start, {
      kind: 'strategies-proposed',
      strategies: [ref('Solve the problem directly.')],
      calls: [],
      neutral: ['thinker-strategies'],
    });
    expect(state.neutralValues).toEqual({ 'thinker-strategies': 1 });
  });

  it('keeps of its configuration only what it needs', () => {
    const larger = { ...defaults, method: 'code-tree', steering: [1, 2, 3] };
    expect(codeTree.start(larger).config).toEqual(defaults);
  });
});
