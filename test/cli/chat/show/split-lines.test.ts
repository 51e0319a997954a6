import { SplitLines } from '../../../../cli/chat/show/split-lines';

describe('a text that comes in pieces', () => {
  it('gives each line when its end has come, in either form', () => {
    const lines = new SplitLines();
    expect(lines.take('on')).toEqual([]);
    expect(lines.open).toBe('on');
    expect(lines.take('e\r\n\ntw')).toEqual(['one', '']);
    expect(lines.take('o\r')).toEqual([]);
    expect(lines.take('\nrest')).toEqual(['two']);
    expect(lines.open).toBe('rest');
  });

  it('ends with the line that is open, once', () => {
    const lines = new SplitLines();
    lines.take('one\nrest');
    expect(lines.end()).toBe('rest');
    expect([lines.end(), lines.open]).toEqual([null, '']);
  });
});
