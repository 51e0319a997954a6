import { DatasetStats } from '../../../../report/datasets/export/dataset-stats';
import type { DatasetConfig, MadeRow } from '../../../../report/datasets/export/read-dataset';

const config = {
  build: { ingested: {}, recipe: { models: {} } },
  problems: [],
} as unknown as DatasetConfig;
const noPacking = { packed: [], bypassed: 0, unused: 0, meanSimilarity: 0 };
const sha256 = 'a'.repeat(64);

const feedback = (value: string | null): MadeRow['steps'][number] => ({
  ...{ kind: 'asked', speaker: 'asking-user', reply: { sha256, excerpt: '' }, program: null },
  ...{ value, unread: value === null, model: 'm', tokens: 1, calls: [] },
});
const row = (steps: MadeRow['steps'], made: MadeRow['made']): MadeRow => ({
  ...{ method: 'simulate', rows: [], errorClass: null, steps, rated: [], made },
});

describe('the counts of an export', () => {
  it('tell given from skipped feedback of exported dialogues', () => {
    const stats = new DatasetStats(config, noPacking, []);
    const dialogue = { kind: 'dialogue', turns: [] } as const;
    stats.add(row([feedback('Shorter.'), feedback(null)], dialogue), 'train');
    stats.add(row([feedback(null)], dialogue), 'test');
    stats.add(row([feedback(null)], dialogue), 'removed');
    stats.add(row([feedback(null)], { kind: 'none', end: 'no-code', findings: [] }), null);
    expect(stats.counts()).toMatchObject({
      ...{ rows: { exported: 2, removed: 1, 'no-code': 1 }, feedback: { given: 1, skipped: 2 } },
    });
  });
});
