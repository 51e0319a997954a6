import { cutMiddle } from '../../../core/grading/cut-middle';

describe('cutMiddle', () => {
  it('leaves a text that fits alone', () => {
    expect(cutMiddle('x'.repeat(100), 100)).toBe('x'.repeat(100));
  });

  it('keeps beginning and end, and counts what it leaves out', () => {
    const text = Array.from({ length: 1_000 }, (_, place) => `${place},`).join('');
    const cut = cutMiddle(text, 300);
    const parts = /^(.*)\n\[\.\.\. (\d+) characters left out \.\.\.\]\n(.*)$/s.exec(cut);
    expect(cut.length).toBeLessThanOrEqual(300);
    expect(cut.length).toBeGreaterThan(290);
    const [, head = '', count = '', tail = ''] = parts ?? [];
    expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
    expect(head.length + Number(count) + tail.length).toBe(text.length);
  });

  it('splits no surrogate pair', () => {
    for (let length = 200; length < 204; length += 1)
      expect(cutMiddle('👩'.repeat(500), length)).not.toMatch(/\p{Cs}/u);
  });
});
