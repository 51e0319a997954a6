import { countText, plural } from '../../../core/words/plural';

test('counts have commas between thousands', () => {
  expect([0, 999, 1_000, 123_456, 1_234_567].map(countText)).toEqual([
    '0',
    '999',
    '1,000',
    '123,456',
    '1,234,567',
  ]);
});

test('only one is singular', () => {
  expect([0, 1, 2, 1_000].map((count) => plural(count, 'call'))).toEqual([
    '0 calls',
    '1 call',
    '2 calls',
    '1,000 calls',
  ]);
});
