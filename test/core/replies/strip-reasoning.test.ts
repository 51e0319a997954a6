import { stripReasoning } from '../../../core/replies/strip-reasoning';

describe('stripping reasoning', () => {
  it('takes think blocks out, wherever they stand', () => {
    expect(stripReasoning('<think>so\nmany words</think>\nScore: 3')).toBe('Score: 3');
    expect(stripReasoning('one <think>a</think>')).toBe('one');
  });

  it('takes all before a close that was never opened, and all after an opening that never closes', () => {
    expect(stripReasoning('hidden {"score": 1}</think>{"score": 4}')).toBe('{"score": 4}');
    expect(stripReasoning('shown <think>cut off')).toBe('shown');
  });

  it('leaves replies without reasoning alone', () => {
    expect(stripReasoning(' {"score": 4}\n')).toBe('{"score": 4}');
  });
});
