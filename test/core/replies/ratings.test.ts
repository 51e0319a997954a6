import { analysisIn, longestAnalysis } from '../../../core/replies/analysis';
import { lastRating } from '../../../core/replies/last-rating';
import { isOfScale, isOn } from '../../../core/replies/rating-scale';
import * as ways from '../../../core/replies/ways-to-rate';
import { withoutScales } from '../../../core/replies/without-scales';

const scale = { least: 0, most: 5 };

it('a scale includes its ends, and a rating "of N" belongs to it only if N is its upper end', () => {
  expect([-0.5, 0, 5, 5.5].map((value) => isOn(scale, value))).toEqual([false, true, true, false]);
  expect([undefined, '5', '10', '4'].map((most) => isOfScale(scale, most))).toEqual([
    ...[true, true, false, false],
  ]);
});

describe('a range of numbers', () => {
  it.each([
    ...['0-5', '0–5', '0..5', '0...5', '0…5', '0 to 5', '0 through 5', '1.5-2.5', '0 or 1'],
    ...['0, 1, 2 or 3', '0, 1, 2, or 3', '0/1/2', '1 | 2 | 3', '0 - 5', '3 to 9'],
  ])('is blanked without a move of what follows: %j', (range) => {
    expect(withoutScales(`(${range}) 3`, scale)).toBe(`(${' '.repeat(range.length)}) 3`);
  });

  it.each(['3', '3/5', '1, 2', '1 - 5', '0 - 4', '0 - 5.5', 'v1.0-2', 'a0-5', '0-5x'])(
    'is not in %j',
    (text) => {
      expect(withoutScales(text, scale)).toBe(text);
    },
  );
});

describe('a way to rate', () => {
  const found = (way: keyof typeof ways, text: string) => {
    const one = ways[way];
    const [match] = text.matchAll(
      one instanceof RegExp ? new RegExp(one.source, 'g') : one.pattern,
    );
    return match === undefined ? null : [match[1], match[2]];
  };

  it.each([
    ['headed', 'Score: 3', '3', undefined],
    ['headed', '**Final rating (0-5):** 3/5', '3', '5'],
    ['headed', 'QUALITY=2', '2', undefined],
    ['headed', 'Score: 2 + 1 = 3', '3', undefined],
    ['headed', 'It works. Score: -1.5', '-1.5', undefined],
    ['named', 'In the end, it gets a score of 3 out of 10', '3', '10'],
    ['rated', 'I would rate this a 4 out of 10', '4', '10'],
    ['given', 'I give it a 3/5', '3', '5'],
    ['given', "I'll rate the program 4.", '4', undefined],
    ['given', 'I now give the whole program a score of 2', '2', undefined],
    ['given', 'I give it 3 because it fails', '3', undefined],
    ['given', 'I must score this submission at 2 overall', '2', undefined],
    ['given', 'I therefore grade its outputs with 1.', '1', undefined],
    ['headed', 'Grade is: 2', '2', undefined],
    ['headed', '# Helpfulness: 4 out of 5', '4', '5'],
    ['scored', 'My overall grade: 2', '2', undefined],
    ['scored', 'The corrected output score: 2.', '2', undefined],
    ['scored', '**Final rating:** 3/5', '3', '5'],
    ['scored', 'My score is 2.5', '2.5', undefined],
    ['scoredWithReason', 'Score: 3 - two cases are missed', '3', undefined],
    ['scoredWithReason', 'Score: 3 (of 5)', '3', undefined],
    ['outOf', 'It gets 4 out of 5', '4', '5'],
    ['boxed', String.raw`So \boxed{ 2.5 }.`, '2.5', undefined],
    ['bare', '**3**', '3', undefined],
    ['bare', '> 3/5.', '3', '5'],
  ] as const)('%s finds in %j %s of %s', (way, text, number, most) => {
    expect(found(way, text)).toEqual([number, most]);
  });

  it.each([
    ['headed', 'Score: 3 + 1'],
    ['headed', 'It gets, in the end, a score of 3'],
    ['named', 'scores 3'],
    ['given', 'I give it 3 tests'],
    ['given', 'I give it 3/5 for style'],
    ['given', 'They give it 3'],
    ['scored', 'Score: 3 points'],
    ['scored', 'Score: 3/5 for style'],
    ['scored', 'Style score: 3'],
    ['scored', 'Rating: 3'],
    ['scoredWithReason', 'Score: 3 points'],
    ['outOf', '4 out of 5 tests'],
    ['outOf', '4/5 hidden cases'],
    ['outOf', '4'],
    ['bare', '3 tests'],
    ['bare', 'about 3'],
  ] as const)('%s finds nothing in %j', (way, text) => {
    expect(found(way, text)).toBeNull();
  });
});

describe('the last rating', () => {
  const { given, headed, rated, scored } = ways;
  const last = (text: string, ...by: readonly ways.WayToRate[]) => lastRating(by, text, scale);

  it('is the one that stands last, whichever way it is said in', () => {
    const text = 'Score: 3\nI rate it 2.';
    expect(last(text, rated, headed)).toEqual({ number: 2, at: 11 });
    expect(last(text, headed, rated)).toEqual({ number: 2, at: 11 });
    expect(last(text, headed)).toEqual({ number: 3, at: 0 });
    expect(last('nothing', headed)).toBeNull();
  });

  it('is on the scale, and of it', () => {
    expect(last('Score: 3\nScore: 6', scored)?.number).toBe(3);
    expect(last('Score: 5\nScore: 4/10', scored)?.number).toBe(5);
    expect(last('Score: 4/5', scored)?.number).toBe(4);
  });

  it('is of what is, where its way asks for that, whatever neighbouring sentences suppose', () => {
    expect(last('Had it been fast, I give it 5.', given)).toBeNull();
    expect(last('I give it 5, if it is faster.', given)).toBeNull();
    expect(last('If it ran! I give it 4. I would mend it.', given)?.number).toBe(4);
    expect(last('It could run\nI give it 4\nif at all', given)?.number).toBe(4);
    expect(last('I would rate it 4.', rated)?.number).toBe(4);
    for (const word of ['had', 'if', 'would', 'could', 'were', 'I’d'])
      expect([word, last(`So ${word} it end, I give it 4.`, given)]).toEqual([word, null]);
  });
});

describe('the analysis of a judgement', () => {
  it('is the member of the name in any case, else the reply', () => {
    expect(analysisIn({ Analysis: ' It adds. ' }, 'reply')).toBe('It adds.');
    expect(analysisIn({ analysis: 3 }, ' reply ')).toBe('reply');
    expect(analysisIn({ score: 3 }, 'reply')).toBe('reply');
    expect(analysisIn(null, '\nreply')).toBe('reply');
  });

  it('is kept up to a length', () => {
    expect(analysisIn(null, `${'a'.repeat(longestAnalysis)}b`)).toBe('a'.repeat(longestAnalysis));
    expect(longestAnalysis).toBe(4000);
  });
});
