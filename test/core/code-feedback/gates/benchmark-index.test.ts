import { BenchmarkIndex } from '../../../../core/code-feedback/gates/benchmark-index';

const problem = (id: string, text: string, code = '') => ({ set: 'ours', id, text, code });

const counting =
  'Given the log of a harbour, find every hour in which more ships left than arrived.';
const program = [
  'def hours(log, limit=3):',
  '    """Says which hours."""',
  '    balance = {}',
  '    for hour, arrived, left in log:',
  '        balance[hour] = balance.get(hour, 0) + arrived - left  # a comment',
  '    return sorted(hour for hour, total in balance.items() if total < -limit)',
].join('\n');

describe('the index of benchmark problems', () => {
  const index = BenchmarkIndex.of([problem('a', counting, program), problem('b', 'Sort it.')]);

  it('finds a statement whatever its case, punctuation and neighbours are', () => {
    const text = `Hi!\n\nGIVEN the log, of a HARBOUR: find every hour\nin which more ships left than arrived?? Thanks`;
    expect(index.statementIn(text)).toMatchObject({ id: 'a', part: 'statement', set: 'ours' });
  });

  it('finds a statement and a solution that many files have', () => {
    const copies = Array.from({ length: 6 }, (_, at) => problem(String(at), counting, program));
    const many = BenchmarkIndex.of(copies);
    expect(many.statementIn(counting)).toMatchObject({ id: '0' });
    expect(many.solutionIn(program)).toMatchObject({ id: '0' });
  });

  it('does not find one shared run of 10 words, which may be an idiom', () => {
    const ten = counting.split(' ').slice(0, 10).join(' ');
    const eleven = counting.split(' ').slice(0, 11).join(' ');
    expect(index.statementIn(`${ten} something else`)).toBeNull();
    expect(index.statementIn(`${eleven} something else`)).toMatchObject({ shared: 2 });
  });

  it('finds a statement of 6 to 9 words as a whole line only', () => {
    const short = BenchmarkIndex.of([
      problem('s', 'Write a function to identify lonely integers.'),
    ]);
    expect(
      short.statementIn('Hello.\nWrite a function to identify lonely integers!'),
    ).toMatchObject({ id: 's' });
    expect(short.statementIn('Write a function to identify lonely integers in a tree.')).toBeNull();
  });

  it('ignores runs of numbers and single letters', () => {
    const list = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]';
    const numbers = BenchmarkIndex.of([problem('n', `assert add(${list}) == 136`)]);
    expect(numbers.statementIn(`my_list = ${list}`)).toBeNull();
  });

  it('ignores what more than three problems say', () => {
    const frame =
      'The programming problem asks for the complete Python function with this name here:';
    const four = ['a', 'b', 'c', 'd'].map((id) => problem(id, `${frame}\nIt is about ${id}.`));
    expect(BenchmarkIndex.of(four).statementIn(frame)).toBeNull();
    expect(BenchmarkIndex.of(four.slice(1)).statementIn(frame)).not.toBeNull();
  });

  it('finds a solution with other names, comments, strings and white space, inside other code', () => {
    const renamed = program
      .replace(/\bhours\b/g, 'f')
      .replace(/\blog\b/g, 'rows')
      .replace(/\bbalance\b/g, 'sums')
      .replace(/\bhour\b/g, 'h')
      .replace(/\btotal\b/g, 'n')
      .replace('  # a comment', '')
      .replace('    """Says which hours."""\n', '    # Other words.\n')
      .replaceAll('    ', '  ');
    expect(index.solutionIn(`import os\n\nx = 1\n${renamed}\nprint(f([]))`)).toMatchObject({
      id: 'a',
      part: 'solution',
    });
  });

  it('does not find a solution with other numbers and steps, or short textbook code', () => {
    const other = program
      .replace('.get(hour, 0) + arrived - left', '.get(hour, 5) * arrived')
      .replace('sorted(', 'list(');
    expect(index.solutionIn(other)).toBeNull();
    const textbook = 'def even(n):\n    if n % 2 == 0:\n        return True\n    return False';
    expect(BenchmarkIndex.of([problem('t', '', textbook)]).solutionIn(textbook)).toBeNull();
  });

  it('finds nothing in empty texts and with no problems', () => {
    expect(index.statementIn('')).toBeNull();
    expect(index.solutionIn('')).toBeNull();
    expect(BenchmarkIndex.of([]).statementIn(counting)).toBeNull();
  });
});
