import { listInProse } from '../../../../core/agents/replies/list-in-prose';
import { cpuMsSince } from '../../../harness/cpu-time';

const list = (text: string, atMost = 10) => listInProse(text, { atMost, itemLength: 2000 });

describe('a list in prose', () => {
  it.each([
    ['1. Sort it.\n2. Count it.'],
    ['Two ways come to mind:\n\n1) Sort it.\n2) Count it.\n'],
    ['- Sort it.\n- Count it.'],
    ['* Sort it.\n* Count it.'],
    ['(1) Sort it.\n(2) Count it.'],
    ['**1.** Sort it.\n**2.** Count it.'],
    ['Strategy 1: Sort it.\nStrategy 2: Count it.'],
    ['### Approach 1: Sort it.\n### Approach 2: Count it.'],
    ['1. Sort it.\r\n2. Count it.\r\n'],
  ])('is read from %j', (text) => {
    expect(list(text)).toEqual(['Sort it.', 'Count it.']);
  });

  it('keeps the lines that belong to an item, bullets under numbers among them', () => {
    expect(list('1. Sort it:\n   - first by size\n   - then by name\n2. Count it.')).toEqual([
      'Sort it:\n- first by size\n- then by name',
      'Count it.',
    ]);
  });

  it('leaves out prose before the list and after it', () => {
    expect(list('I see.\n1. Sort it.\n\nI hope this helps.')).toEqual(['Sort it.']);
  });

  it('keeps an indented paragraph after an empty line', () => {
    expect(list('1. Sort it.\n\n   Stable, that is.')).toEqual(['Sort it.\nStable, that is.']);
  });

  it('is not seen in plain prose, nor in numbers that start no item', () => {
    expect(list('Sort it, then count it.')).toEqual([]);
    expect(list('3.5 is the mean\n2024 was long')).toEqual([]);
  });

  it.each([
    [
      'headings',
      '### Strategy 1: Sets\n1. Make one.\n2. Look.\n\n### Strategy 2: Sort\n1. Sort.\n2. Scan.',
    ],
    ['letters', '**Approach A: Sets**\nMake one.\n\n**Approach B: Sort**\nSort first.'],
    ['titles', '## 1. Sets\n- Make one.\n\n## 2. Sort\n- Sort first.'],
  ])('has one item for each of its %s, whatever lists stand under them', (_, text) => {
    expect(list(text).map((item) => item.split('\n')[0])).toEqual([
      expect.stringContaining('Sets'),
      expect.stringContaining('Sort'),
    ]);
  });

  it('ends where its numbers begin anew', () => {
    expect(list('1. a\n2. b\n\nTo mend them:\n1. c\n2. d')).toEqual(['a', 'b']);
    expect(list('1. a\n1. b')).toEqual(['a', 'b']);
  });

  it('stops at the most items asked for', () => {
    expect(list('1. a\n2. b\n3. c', 2)).toEqual(['a', 'b']);
  });

  it('takes bounded time on hostile text', () => {
    const before = process.cpuUsage();
    list('1. x\n'.repeat(1_000_000));
    list(' '.repeat(2_000_000));
    list(`1. ${'*_ #'.repeat(500_000)}`);
    listInProse(`1. a\n${'more\n'.repeat(1_000_000)}`, { atMost: 3, itemLength: 100 });
    expect(cpuMsSince(before)).toBeLessThan(15_000);
  });
});
