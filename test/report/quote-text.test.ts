import { quoteText } from '../../report/quote-text';
import { createMemoryStore } from '../fakes/memory-store';

async function quoted(text: string, most?: number): Promise<readonly string[]> {
  const { blobs } = createMemoryStore();
  return quoteText(blobs, 'reply', { sha256: await blobs.put(text) }, most);
}
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${String(at)}`).join('\n');

test('nothing is quoted of no text, and one line stands beside its label', async () => {
  expect(await quoteText(createMemoryStore().blobs, 'reply', null)).toEqual([]);
  expect(await quoted('\n one  \n')).toEqual(['reply: one']);
  expect(await quoted('')).toEqual(['reply: ']);
});

test('several lines stand below the label, without blanks at their ends', async () => {
  expect(await quoted('one  \n  two')).toEqual(['reply:', '  one', '    two']);
});

test('eight lines are quoted, or as many as asked for, and the others are counted', async () => {
  expect(await quoted(numbered(8))).toHaveLength(9);
  expect((await quoted(numbered(9))).slice(8)).toEqual(['  line 7', '  ... (1 more line)']);
  expect(await quoted(numbered(5), 2)).toEqual([
    'reply:',
    '  line 0',
    '  line 1',
    '  ... (3 more lines)',
  ]);
});

test('what would steer the terminal is not passed on', async () => {
  expect((await quoted('a\u001b[2Jb')).join('')).not.toContain('\u001b');
});
