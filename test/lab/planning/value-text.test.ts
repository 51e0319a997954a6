import { valueText } from '../../../lab/planning/value-text';

describe('a value in a message', () => {
  it('is in one line, as in code', () => {
    expect(valueText('5')).toBe('"5"');
    expect(valueText('a\nb')).toBe('"a\\nb"');
    expect(valueText(Number.NaN)).toBe('NaN');
    expect(valueText({ a: [1, 2], b: { c: {} } })).toBe('{ a: [ 1, 2 ], b: { c: {} } }');
    const long = Array.from({ length: 60 }, () => 1);
    expect(valueText(long)).not.toContain('\n');
  });

  it('is cut behind 200 characters', () => {
    expect(valueText('a'.repeat(198))).toBe(`"${'a'.repeat(198)}"`);
    expect(valueText('a'.repeat(199))).toBe(`"${'a'.repeat(199)}…`);
  });
});
