import { batchOptions } from '../../../activities/grading/batch-options';
import {
  keepBatch,
  keepVerdicts,
  readBatch,
  readVerdicts,
} from '../../../activities/grading/stored-batch';
import { visibleLimit } from '../../../core/grading/visible-limit';
import { GradingBatch } from '../../../core/schemas/grading';
import type { BatchVerdicts } from '../../../core/schemas/grading';
import { activityDependencies, durableContext } from '../../fakes/activity-dependencies';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { createMemoryBlobs } from '../../fakes/memory-blobs';

const items = [{ program: '1'.repeat(64), dataset: '2'.repeat(64), problem: 'P/0' }];
const batch = GradingBatch.parse({ items, tests: 'hidden', limits: visibleLimit(), seed: 7 });
const verdicts: BatchVerdicts = [
  { ...items[0], kind: 'unscored', cause: 'so' } as BatchVerdicts[number],
];

describe('a stored batch', () => {
  it('is read back as it was, under one name whatever the order of its members', async () => {
    const blobs = createMemoryBlobs();
    const name = await keepBatch(blobs, batch);
    expect(await readBatch(blobs, name)).toEqual(batch);
    const turned = Object.fromEntries(Object.entries(batch).reverse()) as GradingBatch;
    expect(await keepBatch(blobs, turned)).toBe(name);
  });

  it('that is none is refused before it is stored', () => {
    const blobs = createMemoryBlobs();
    expect(() => keepBatch(blobs, { ...batch, tests: 'odd' as never })).toThrow(/tests/u);
  });

  it('is not taken for verdicts, nor verdicts for a batch', async () => {
    const blobs = createMemoryBlobs();
    const stored = await keepBatch(blobs, batch);
    await expect(readVerdicts(blobs, stored)).rejects.toMatchObject({
      ...{ code: 'BATCH_UNREADABLE', sha256: stored },
      message: `the stored text ${stored} is not the verdicts of a batch`,
    });
    const told = await keepVerdicts(blobs, verdicts);
    expect(await readVerdicts(blobs, told)).toEqual(verdicts);
    await expect(readBatch(blobs, told)).rejects.toMatchObject({
      message: `the stored text ${told} is not a grading batch`,
      cause: expect.anything() as unknown,
    });
    const text = await blobs.put('no JSON');
    await expect(readBatch(blobs, text)).rejects.toMatchObject({ code: 'BATCH_UNREADABLE' });
  });

  it('that is not in the store is missing, and no more', async () => {
    const missing = readBatch(createMemoryBlobs(), '0'.repeat(64));
    await expect(missing).rejects.toThrow(`no blob ${'0'.repeat(64)}`);
  });
});

test('a batch of an activity has its name, ends with it, and reports its progress', async () => {
  const sandbox = answeringSandbox({});
  const dependencies = activityDependencies({ sandbox: async () => sandbox, programsAtOnce: 7 });
  const beats: unknown[] = [];
  const { signal } = new AbortController();
  const context = durableContext({
    ...{ signal, scope: 'the activity' },
    beat: (details) => beats.push(details),
  });
  const options = await batchOptions(dependencies, context, { regrade: true });
  expect(options).toMatchObject({ scope: 'the activity', atOnce: 7, regrade: true });
  expect([options.signal, options.sandbox, options.store]).toEqual([
    ...[signal, sandbox, dependencies.store],
  ]);
  options.progress?.({ answered: 2, total: 5 });
  expect(beats).toEqual([{ answered: 2, total: 5 }]);
});
