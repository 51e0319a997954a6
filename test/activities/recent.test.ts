import { Recent } from '../../activities/recent';

describe('values for the most recent keys', () => {
  it('are at most as many as allowed: the oldest one is removed first', () => {
    const recent = new Recent<number>(2);
    recent.keep('a', 1);
    recent.keep('b', 2);
    expect([recent.get('a'), recent.get('b')]).toEqual([1, 2]);
    recent.keep('c', 3);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([undefined, 2, 3]);
  });

  it('are recent again when they are kept again, which takes no room of others', () => {
    const recent = new Recent<number>(2);
    recent.keep('a', 1);
    recent.keep('b', 2);
    recent.keep('a', 5);
    expect([recent.get('a'), recent.get('b')]).toEqual([5, 2]);
    recent.keep('c', 3);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([5, undefined, 3]);
  });

  it('are gone when they are forgotten', () => {
    const recent = new Recent<number>(2);
    recent.keep('a', 1);
    recent.forget('a');
    recent.forget('never there');
    expect(recent.get('a')).toBeUndefined();
  });
});
