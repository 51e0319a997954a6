import { countSentences } from '../../../core/replies/count-sentences';

describe('counting sentences', () => {
  it.each([
    [0, ' ... '],
    [1, 'Check the loop'],
    [1, 'Use a tolerance of 0.5 with list.sort and math.isclose, e.g. for 3.14.'],
    [1, 'Think of inputs such as "a.b.", i.e. ones that end with a point.'],
    [1, 'Well... think again.'],
    [1, 'The call `x.strip(). split()` is wrong!'],
    [2, 'Is it empty?! Return early.'],
    [2, 'The first one is right (really.) The second is not.'],
    [2, 'The first line\ngoes on here. And ends'],
    [3, 'One. Two.\n\nThree'],
    [4, 'Look at:\n- the start\n- the end\n- the middle'],
    [3, '1. First do this.\n2. Then that.\n3) Stop.'],
    [2, '先检查空列表。再检查一个元素。'],
    [4, 'One. x is two. Three! Four?'],
  ])('finds %i in %j', (count, text) => {
    expect(countSentences(text)).toBe(count);
  });
});
