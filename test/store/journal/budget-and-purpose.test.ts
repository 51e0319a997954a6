import type { UsedCall } from '../../../core/journal/budget-claim';
import { purposeColumn, readPurpose } from '../../../store/journal/call-purpose';
import { withUnusable } from '../../../store/journal/unusable-in-budget';
import { callUse } from '../../../laboratory/fakes/model-requests';

const used = (changes: Partial<UsedCall> = {}): UsedCall => ({
  identity: 'a',
  answered: true,
  restMs: 0,
  tokens: 10,
  costUsd: 0.5,
  ...changes,
});
const unusable = { identity: 'a', tokens: 3, costUsd: 0.25 };

describe('a call with answers that nobody could use', () => {
  it('took what all its answers took', () => {
    expect(withUnusable([used()], [unusable, unusable])).toEqual([
      used({ tokens: 16, costUsd: 1 }),
    ]);
  });

  it('took what these took alone while it has no usable one', () => {
    const open = used({ answered: false, tokens: 99, costUsd: 99 });
    expect(withUnusable([open], [unusable])).toEqual([used({ tokens: 3, costUsd: 0.25 })]);
    const underWay = { ...open, restMs: 1 };
    expect(withUnusable([underWay], [unusable])).toEqual([
      used({ answered: false, restMs: 1, tokens: 3, costUsd: 0.25 }),
    ]);
    const answered = used({ restMs: 1 });
    expect(withUnusable([answered], [unusable])[0]?.answered).toBe(true);
  });

  it('took nobody knows how much once one of them does not say it', () => {
    const silent = { identity: 'a', tokens: null, costUsd: null };
    expect(withUnusable([used()], [silent, unusable])).toEqual([
      used({ tokens: null, costUsd: null }),
    ]);
  });

  it('does not change another call', () => {
    const other = used({ identity: 'b', answered: false, tokens: null, costUsd: null });
    expect(withUnusable([other, used()], [unusable])).toEqual([
      other,
      used({ tokens: 13, costUsd: 0.75 }),
    ]);
  });
});

describe('what a call was made for', () => {
  it('is the node of a search, as it is called', () => {
    expect(purposeColumn(callUse({ node: 'n12' }))).toBe('n12');
    expect(readPurpose('n12', 'call 1')).toEqual({ kind: 'search', node: 'n12' });
  });

  it('comes back of another kind of work, without what the use has beside it', () => {
    const { run, problem, sample, context, repair } = callUse();
    const use = { run, problem, sample, context, repair, kind: 'dialogue', round: 'r3' } as const;
    expect(readPurpose(purposeColumn(use), 'call 1')).toEqual({ kind: 'dialogue', round: 'r3' });
  });

  it('is named where it cannot be read', () => {
    expect(() => readPurpose('{"kind":"dance"}', 'call 1')).toThrow('use of call 1');
  });
});
