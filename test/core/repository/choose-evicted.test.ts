import { chooseEvicted } from '../../../core/repository/choose-evicted';

const sizes = new Map([
  ['python', 10],
  ['a', 100],
  ['b', 100],
  ['c', 100],
]);
const all = [
  { environment: 'B', usedAtMs: 2, archives: ['b', 'python'] },
  { environment: 'A', usedAtMs: 1, archives: ['a', 'python', 'of env build'] },
  { environment: 'C', usedAtMs: 3, archives: ['c'] },
];

describe('the environments to evict', () => {
  it('are those used least recently, until the others fit', () => {
    const evicted = chooseEvicted(all, sizes, { mostBytes: 210, usedSinceMs: 9 });
    expect(evicted).toEqual({ environments: ['A'], archives: ['a'] });
  });

  it('take a shared archive with the last of them, and none that somebody else needs', () => {
    const evicted = chooseEvicted(all, sizes, { mostBytes: 0, usedSinceMs: 9 });
    expect(evicted.archives).toEqual(['a', 'b', 'python', 'c']);
  });

  it('are none that is in use, though they do not fit', () => {
    const evicted = chooseEvicted(all, sizes, { mostBytes: 0, usedSinceMs: 2 });
    expect(evicted.environments).toEqual(['A']);
  });

  it('are none where all fit', () => {
    const evicted = chooseEvicted(all, sizes, { mostBytes: 310, usedSinceMs: 9 });
    expect(evicted).toEqual({ environments: [], archives: [] });
  });
});
