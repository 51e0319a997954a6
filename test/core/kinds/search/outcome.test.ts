import { SearchOutcome } from '../../../../core/kinds/search/schema';
import { codeTree } from '../../../../core/search/code-tree';
import { outcomeOf } from '../../../../core/kinds/search/outcome';
import { carryOut, defaults, play, proposal } from '../../search/search-player';

describe('the outcome of a search', () => {
  it('is what the record’s schema wants', () => {
    const { state } = play(codeTree, { strategies: ['A', 'B'], nodes: [{ passed: 1 }] });
    expect(SearchOutcome.parse(outcomeOf(state))).toEqual(outcomeOf(state));
  });

  it('of a search broken off in flight counts the spent program and keeps the best so far', () => {
    let state = codeTree.apply(codeTree.start(defaults), proposal('A'));
    for (const made of [true, false]) {
      const action = codeTree.next(state);
      if (action.kind !== 'expand') throw new Error('expected an expansion');
      state = codeTree.apply(state, { kind: 'node-scheduled', expansion: action.expansion });
      if (made) state = codeTree.apply(state, carryOut(action.expansion, { passed: 2 }));
    }
    const outcome = outcomeOf(state);
    expect(outcome).toMatchObject({ finish: 'cancelled', answer: 'n0', answers: ['n0', 'n0'] });
    expect(outcome.nodes[1]).toMatchObject({ program: null, steered: null });
    expect(outcomeOf(codeTree.apply(state, { kind: 'cancelled' }))).toEqual(outcome);
  });

  it('of a search that never began is empty', () => {
    expect(outcomeOf(codeTree.start(defaults))).toMatchObject({
      finish: 'cancelled',
      answer: null,
      answers: [],
    });
  });
});
