import type { StoredBatch } from '../../../core/adapters/batch-store';
import { batchesText } from '../../../report/datasets/batches-text';

const batch: StoredBatch = {
  ...{ run: 'r', window: 0, wave: 0, stage: 'rate', state: 'ended', token: 't', id: 'b' },
  ...{ model: 'm', content: 'c', requests: 2_000, answered: 2_000, trouble: null },
  ...{ reservedAtMs: 0, changedAtMs: 0 },
};

describe('the line about batches in `run show`', () => {
  it('is absent when there are none', () => {
    expect(batchesText([])).toBeNull();
  });

  it('counts batches and their answers, and names the first that is not whole', () => {
    const part = { ...batch, window: 1, answered: 1_500, trouble: 'expired' };
    const open = { ...batch, window: 2, state: 'submitted', answered: 0 } as const;
    expect(batchesText([batch])).toBe('1; 2,000 of 2,000 requests answered');
    expect(batchesText([batch, part, open])).toBe(
      '3, 1 under way; 3,500 of 6,000 requests answered; 1 not whole: expired',
    );
  });

  it('counts the requests of a postponed batch once', () => {
    const later = { ...batch, state: 'postponed', answered: 0 } as const;
    expect(batchesText([later, batch])).toBe(
      '1; 2,000 of 2,000 requests answered; 1 sent again, over a limit of the endpoint',
    );
  });

  it('says that an endpoint has no batches', () => {
    const none = { ...batch, state: 'unsupported', trouble: 'not found' } as const;
    const words = 'the endpoint has no batches, so requests go singly (not found)';
    expect(batchesText([none])).toBe(words);
    expect(batchesText([batch, none])).toBe(`1; 2,000 of 2,000 requests answered; ${words}`);
  });

  it('names the trouble of a batch that is tried again', () => {
    const open = { ...batch, state: 'submitted', answered: 0, trouble: 'no connection' } as const;
    expect(batchesText([open])).toBe(
      '1, 1 under way; 0 of 2,000 requests answered; 1 tried again: no connection',
    );
  });
});
