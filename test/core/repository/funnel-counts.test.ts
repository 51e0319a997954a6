import { funnelCounts } from '../../../core/repository/funnel-counts';
import type { FunnelEntry } from '../../../core/schemas/environment-funnel';

describe('the counts of a funnel', () => {
  it('have who was not asked for beside the candidates, not among them', () => {
    const entries: FunnelEntry[] = [
      { stage: 'filtered', id: 'a', filter: 'trivial' },
      { stage: 'not-asked', id: 'b' },
      { stage: 'not-asked', id: 'c' },
      { stage: 'waiting', id: 'd' },
      { stage: 'accepted', id: 'e', harness: 'h' },
    ];
    const counts = funnelCounts([{ repository: 'r', status: { code: 'ok' }, entries }]);
    expect(counts).toMatchObject({ definitions: 5, notAsked: 2, candidates: 2, accepted: 1 });
    const filtered = Object.values(counts.filtered).reduce((sum, count) => sum + count, 0);
    expect(filtered + counts.notAsked + counts.candidates).toBe(counts.definitions);
  });
});
