import { lastLines } from '../../../core/replies/last-lines';

describe('the last lines of a reply', () => {
  it('are its last five that are not empty, trimmed, in order', () => {
    expect(lastLines('1\n2\n3\n\n 4 \n5\n6\n\n')).toEqual(['2', '3', '4', '5', '6']);
    expect(lastLines('')).toEqual([]);
  });
});
