import { readConfidence } from '../../../core/replies/read-confidence';

describe('the confidence that a reply says', () => {
  it.each([
    ['Confidence: 85', 85],
    ['**Confidence score (0-100):** 85%', 85],
    ['<confidence>0.9</confidence>', 90],
    ['my confidence in it is 9/10', 90],
    ['certainty is 3 out of 4', 75],
    ['I am 85% sure', 85],
    ['Confidence: 1', 1],
    ['Confidence: 1.0', 100],
    ['Confidence: 1.5', 1.5],
    ['Confidence: 0', 0],
    ['Confidence: 100', 100],
    ['Confidence: 101', null],
    ['Confidence: 11/10', null],
    ['Confidence: 20\nConfidence: 30', 30],
    ['Confidence: 20\nConfidence: 300', 20],
    ['nothing', null],
    ['{"confidence": 70}', 70],
    ['{"confidence": "7/10"}', 70],
    ['{"confidence": "70 %"}', 70],
    ['{"certainty": 0.5}', 50],
  ])('is read from %j', (text, confidence) => {
    expect(readConfidence(text).confidence).toBe(confidence);
  });

  it('goes with its line, and nothing else does', () => {
    expect(readConfidence('plan\nConfidence: 85\nend').rest).toBe('plan\nend');
    expect(readConfidence('plan\nConfidence: 85').rest).toBe('plan\n');
    expect(readConfidence('plan\n').rest).toBe('plan\n');
  });

  it('is looked for at the end of a long text', () => {
    const said = 'Confidence: 85\n';
    expect(readConfidence(`${said}${'a'.repeat(4_000)}`).confidence).toBeNull();
    const long = `${'a'.repeat(4_000)}\n${said}b`;
    expect(readConfidence(long)).toEqual({ confidence: 85, rest: `${'a'.repeat(4_000)}\nb` });
  });
});
