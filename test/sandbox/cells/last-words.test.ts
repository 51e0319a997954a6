import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';

import { keepLastWords } from '../../../sandbox/cells/last-words';

test('the last 2,000 characters of a stream are kept', async () => {
  const stream = new PassThrough();
  const words = keepLastWords(stream);
  expect(words()).toBe('');
  stream.write('a'.repeat(1_500));
  stream.end('b'.repeat(1_500));
  await finished(stream);
  expect(words()).toBe('a'.repeat(500) + 'b'.repeat(1_500));
});

test('no stream has no words, and a broken one throws nothing', async () => {
  expect(keepLastWords(null)()).toBe('');
  const stream = new PassThrough();
  const words = keepLastWords(stream);
  stream.destroy(new Error('broken'));
  await expect(finished(stream)).rejects.toThrow('broken');
  expect(words()).toBe('');
});
