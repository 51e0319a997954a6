import { systemReason } from '../../cli/system-reason';

describe('why a file cannot be read', () => {
  it.each([
    ['EISDIR', 'it is a folder'],
    ['ENOENT', 'there is no such file'],
    ['ENOTDIR', 'a part of its path is no folder'],
    ['EACCES', 'this user may not read it'],
    ['EIO', 'i/o error'],
  ])('is told in words for %s', (code, words) => {
    expect(systemReason(Object.assign(new Error('i/o error'), { code }))).toBe(words);
  });

  it('is what the error says where the system says nothing', () => {
    expect(systemReason(new Error('too long'))).toBe('too long');
    expect(systemReason('gone')).toBe('gone');
  });
});
