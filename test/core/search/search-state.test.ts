import { bareItem, countFallback, freshState, pushItems } from '../../../core/search/search-state';
import { defaults, ref } from './search-player';

const item = (text: string) => ({ ...bareItem, strategy: ref(text) });
const empty = freshState(defaults, { frontier: [], strategiesAsked: true });
const order = (state: typeof empty) => state.frontier.map(({ strategy }) => strategy?.excerpt);

describe('the stack of a search', () => {
  it('explores the first of what was pushed together first', () => {
    expect(order(pushItems(empty, [item('a'), item('b')]))).toEqual(['b', 'a']);
  });

  it('keeps a person’s own places above what is pushed later', () => {
    const steered = {
      ...empty,
      frontier: [item('old'), { ...item('mine'), added: true as const }],
    };
    expect(order(pushItems(steered, [item('a'), item('b')]))).toEqual(['old', 'b', 'a', 'mine']);
  });
});

describe('fallback values', () => {
  it('are counted by role', () => {
    const once = countFallback(empty, ['critic-score']);
    const twice = countFallback(once, ['critic-score', 'thinker-reflections']);
    expect(twice.neutralValues).toEqual({ 'critic-score': 2, 'thinker-reflections': 1 });
    expect(empty.neutralValues).toEqual({});
  });
});
