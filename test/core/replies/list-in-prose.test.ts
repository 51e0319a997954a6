import { listInProse } from '../../../core/replies/list-in-prose';
import { cpuMsSince } from '../../harness/cpu-time';

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

  it.each([
    [
      'numbered steps',
      '1. **Sets**: so\n   1. Make one.\n   2. Return it.\n\n2. **Sort**: so\n   1. Sort.\n   2. Scan.',
    ],
    ['steps behind a gap', '1. Sets:\n\n   1. Make one.\n   2. Look.\n\n2. Sort:\n\n   1. Scan.'],
    ['bullets', '- Sets:\n  - Make one.\n  - Look.\n- Sort:\n  - Scan.'],
    ['bold numbers', '**1. Sets**\n1. Make one.\n2. Look.\n\n**2. Sort**\n1. Scan.'],
    [
      'steps with headings',
      'Strategy 1: Sets\nStep 1: Make one.\nStep 2: Look.\n\nStrategy 2: Sort\nStep 1: Scan.',
    ],
    ['fixes', 'Issue 1: Sets\nFix 1: Make one.\n\nIssue 2: Sort\nFix 2: Scan.'],
    ['a list that is indented by a blank', ' 1. Sets: make one.\n2. Sort: scan.'],
    ['words that differ', '### Strategy 1: Sets\nMake one.\n### Approach 2: Sort\nScan.'],
  ])('has one item for each way, whatever stands within: %s', (_, text) => {
    expect(list(text).map((item) => item.split('\n')[0])).toEqual([
      expect.stringContaining('Sets'),
      expect.stringContaining('Sort'),
    ]);
  });

  it('keeps the steps of an item, and is one of steps where they are all there is', () => {
    expect(list('1. Sets:\n   1. Make one.\n   2. Look.\n2. Sort.')).toEqual([
      'Sets:\n1. Make one.\n2. Look.',
      'Sort.',
    ]);
    expect(list('Step 1: Make one.\nStep 2: Look.')).toEqual(['Make one.', 'Look.']);
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
