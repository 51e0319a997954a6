import { codeLines, percentile } from '../../scripts/code-lines';

describe('code lines', () => {
  it('are those that are neither blank nor wholly a comment', () => {
    const text = '/** What\n * it is */\nconst a = 1; // one\n\n  // no\nconst b = `\n`;\n';
    expect(codeLines(text, '.ts')).toBe(3);
  });

  it('are counted by the comment signs of the language', () => {
    expect(codeLines('# no\nx = 1  # yes\n// = 2\n', '.py')).toBe(2);
  });
});

describe('a percentile', () => {
  it('is a value of the list, by nearest rank', () => {
    expect(percentile([40, 10, 30, 20], 0.5)).toBe(20);
    expect(percentile([40, 10, 30, 20], 0.9)).toBe(40);
    expect(percentile([], 0.5)).toBe(0);
  });
});
