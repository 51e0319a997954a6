import {
  liveFunnel,
  whyUnfinished,
  withEnd,
  withUnfinished,
} from '../../../core/repository/live-funnel';
import { funnelCounts } from '../../../core/repository/funnel-counts';
import { outcomeSoFar } from '../../../core/kinds/environment/outcome';
import type { FunnelEntry } from '../../../core/schemas/environment-funnel';
import { AttemptOutcome } from '../../../core/schemas/run';

const waiting = (id: string): FunnelEntry => ({ stage: 'waiting', id });
const ends: readonly FunnelEntry[] = [
  { stage: 'accepted', id: 'a', harness: 'h' },
  { stage: 'rejected', id: 'b', reason: { code: 'low_coverage' }, runnable: true },
  { stage: 'rejected', id: 'c', reason: { code: 'low_coverage' }, runnable: false },
  { stage: 'rejected', id: 'd', reason: { code: 'flaky', cause: 'clock' }, runnable: true },
];
const filtered: FunnelEntry = { stage: 'filtered', id: 'x', filter: 'no-docstring' };
const countsOf = (entries: readonly FunnelEntry[]) =>
  funnelCounts([{ repository: 'r', status: { code: 'ok' }, entries: [...entries] }]);

describe('the funnel of a repository under way', () => {
  const all = [filtered, ...ends, waiting('e')];
  const begun = liveFunnel(countsOf(all.map((one) => (one === filtered ? one : waiting(one.id)))));

  it('counts as the stored one does, whatever the order of the ends', () => {
    const counts = countsOf(all);
    expect(ends.reduce(withEnd, begun).counts).toEqual(counts);
    expect([...ends].reverse().reduce(withEnd, begun).counts).toEqual(counts);
    expect(withEnd(begun, waiting('e'))).toEqual(begun);
  });

  it('says why functions have come to no end, and stays small', () => {
    expect(whyUnfinished(ends.reduce(withEnd, begun))).toBeNull();
    const one = withUnfinished(begun, { id: 'a', cause: 'no disk' });
    expect(whyUnfinished(one)).toBe('no end of a: no disk');
    const many = Array.from({ length: 3_000 }, (_, at) => ({
      id: `f${String(at)}`,
      cause: 'x'.repeat(9_000),
    })).reduce(withUnfinished, one);
    expect(whyUnfinished(many)).toBe('no end of a (and of 3000 more): no disk');
    expect(JSON.stringify(many).length).toBeLessThan(12_000);
    expect(many.counts).toEqual(begun.counts);
  });

  it('gives an outcome at any time', () => {
    for (const counts of [null, ends.reduce(withEnd, begun).counts]) {
      const outcome = outcomeSoFar('e'.repeat(64), counts);
      expect(AttemptOutcome.parse(outcome)).toEqual(outcome);
    }
    expect(outcomeSoFar(null, ends.reduce(withEnd, begun).counts).counts).toEqual({
      definitions: 6,
      candidates: 5,
      accepted: 1,
      rejected: 3,
    });
  });
});
