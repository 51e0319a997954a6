import { createHash } from 'node:crypto';

import type { EnvironmentStore } from '../../core/ports/environment';
import type { AttemptKey } from '../../core/ports/records';
import type { FunnelEntry } from '../../core/schemas/environment-funnel';
import { archiveBytes } from '../store/environments/archive-bytes';
import { definitionAt, environmentRecord } from './environment-samples';

const key: AttemptKey = { run: 'run-1', problem: 'people/tools', sample: 0 };

async function* bytesOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function all(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const filtered = (id: string): FunnelEntry => ({ stage: 'filtered', id, filter: 'no-docstring' });
const waiting = (id: string): FunnelEntry => ({ stage: 'waiting', id });
const notAsked = (id: string): FunnelEntry => ({ stage: 'not-asked', id });
const accepted = (id: string): FunnelEntry => ({
  stage: 'accepted',
  id,
  harness: 'h'.repeat(64),
});
const rejected = (id: string): FunnelEntry => ({
  stage: 'rejected',
  id,
  reason: { code: 'low_mutation' },
  runnable: true,
});

/** What every store of environments promises; run it on each implementation. */
export function describeEnvironmentContract(
  name: string,
  open: () => Promise<EnvironmentStore>,
): void {
  describe(`${name} keeps the promises of a store of environments`, () => {
    let store: EnvironmentStore;
    beforeEach(async () => {
      store = await open();
    });

    it.each([
      ['nothing', 0],
      ['less than a piece', 1],
      ['exactly two pieces', 32],
      ['two and a half', 40],
    ])('gives back an archive of %s, byte for byte', async (_, chunks) => {
      const content = await all(archiveBytes({ seed: 'tar', chunks }));
      const sha256 = createHash('sha256').update(content).digest('hex');
      const put = await store.putArchive(archiveBytes({ seed: 'tar', chunks }));
      expect(put).toEqual({ sha256, bytes: content.length });
      expect(await store.hasArchive(sha256)).toBe(true);
      expect((await all(store.openArchive(sha256))).equals(content)).toBe(true);
      expect((await all(store.openArchive(sha256))).equals(content)).toBe(true);
    });

    it('keeps an archive whose bytes came from one buffer that was used again', async () => {
      const buffer = Buffer.alloc(700_000, 'a');
      async function* reused(): AsyncGenerator<Uint8Array> {
        yield buffer;
        buffer.fill('b');
        yield buffer;
      }
      const { sha256 } = await store.putArchive(reused());
      const parts = [Buffer.alloc(700_000, 'a'), Buffer.alloc(700_000, 'b')];
      expect((await all(store.openArchive(sha256))).equals(Buffer.concat(parts))).toBe(true);
    });

    it('finds no archive that nobody wrote, or whose bytes ended with an error', async () => {
      const half = (await all(archiveBytes({ seed: 'tar', chunks: 20 }))).subarray(0, 1_200_000);
      async function* breaking(): AsyncGenerator<Uint8Array> {
        yield half;
        throw new Error('the cell is gone');
      }
      await expect(store.putArchive(breaking())).rejects.toThrow('the cell is gone');
      const sha256 = createHash('sha256').update(half).digest('hex');
      expect(await store.hasArchive(sha256)).toBe(false);
      await expect(all(store.openArchive(sha256))).rejects.toMatchObject({ code: 'BLOB_MISSING' });
      expect((await store.putArchive(bytesOf(half))).sha256).toBe(sha256);
      expect((await all(store.openArchive(sha256))).equals(half)).toBe(true);
    });

    it('keeps an environment as it was told last, in order of their first saving', async () => {
      const record = environmentRecord();
      expect(await store.environment(record.sha256)).toBeNull();
      await store.saveEnvironment(record);
      await store.saveEnvironment(environmentRecord({ sha256: '0'.repeat(64) }));
      const known = environmentRecord({ modules: { importable: 3, total: 4 } });
      await store.saveEnvironment(known);
      expect(await store.environment(record.sha256)).toEqual(known);
      expect((await store.environments()).map(({ sha256 }) => sha256)).toEqual([
        'a'.repeat(64),
        '0'.repeat(64),
      ]);
    });

    it('gives definitions in order of path and place, and finds each by its id', async () => {
      const [first, second, third] = [
        definitionAt('a/b.py', 'later', 90),
        definitionAt('a/b.py', 'sooner', 10),
        definitionAt('B.py', 'other', 50),
      ] as const;
      await store.saveDefinitions('e1', [first, second, third]);
      await store.saveDefinitions('e2', [second]);
      expect(await store.definitions('e1')).toEqual([third, second, first]);
      expect(await store.definition('e1', first.id)).toEqual(first);
      expect(await store.definition('e2', first.id)).toBeNull();
      expect(await store.definitions('e3')).toEqual([]);
    });

    it('replaces the definitions of an environment when they are told again', async () => {
      const many = Array.from({ length: 250 }, (_, at) =>
        definitionAt('a.py', `f${String(at)}`, at),
      );
      await store.saveDefinitions('e1', many);
      await store.saveDefinitions('e1', many.slice(0, 201));
      expect(await store.definitions('e1')).toEqual(many.slice(0, 201));
    });

    it('gives what waits in pages', async () => {
      await store.saveFunnel(key, [
        ...[waiting('a'), filtered('b'), waiting('c'), waiting('d'), waiting('e')],
        notAsked('f'),
      ]);
      const page = await store.waitingFunctions(key, { from: 0, size: 2 });
      expect(page).toEqual({
        functions: [
          { id: 'a', place: 0 },
          { id: 'c', place: 2 },
        ],
        next: 3,
      });
      await store.setEntry(key, accepted('a'));
      await store.setEntry(key, rejected('d'));
      expect(await store.waitingFunctions(key, { from: 3, size: 2 })).toEqual({
        functions: [{ id: 'e', place: 4 }],
        next: null,
      });
      expect(await store.waitingFunctions({ ...key, sample: 1 }, { from: 0, size: 2 })).toEqual({
        functions: [],
        next: null,
      });
    });

    it('begins a page at the place that was asked for, and ends the pages with the last function', async () => {
      await store.saveFunnel(key, [waiting('a'), waiting('b'), waiting('c')]);
      expect(await store.waitingFunctions(key, { from: 1, size: 2 })).toEqual({
        functions: [
          { id: 'b', place: 1 },
          { id: 'c', place: 2 },
        ],
        next: null,
      });
    });

    it('keeps the funnels of attempts apart: of each run, repository and sample', async () => {
      const others = [
        { ...key, run: 'run-2' },
        { ...key, problem: 'people/other' },
        { ...key, sample: 1 },
      ];
      for (const one of [key, ...others]) await store.saveFunnel(one, [waiting('a'), waiting('b')]);
      await store.setEntry(key, accepted('a'));
      await store.saveFunnel(key, [waiting('a')]);
      const untouched = [
        { id: 'a', place: 0, entry: waiting('a') },
        { id: 'b', place: 1, entry: waiting('b') },
      ];
      expect(await Promise.all(others.map((one) => store.funnel(one)))).toEqual([
        ...[untouched, untouched, untouched],
      ]);
      expect(await store.funnel(key)).toEqual([{ id: 'a', place: 0, entry: accepted('a') }]);
      const counted = await store.stageCounts('run-1');
      expect(counted.map(({ problem, sample, count }) => [problem, sample, count])).toEqual([
        ['people/other', 0, 2],
        ['people/tools', 0, 1],
        ['people/tools', 1, 2],
      ]);
    });

    it('counts the stages of each repository of a run', async () => {
      const other = { ...key, problem: 'people/other' };
      await store.saveFunnel(key, [waiting('a'), filtered('b'), waiting('c')]);
      await store.saveFunnel(other, [waiting('a')]);
      await store.saveFunnel({ ...key, run: 'run-2' }, [filtered('a')]);
      await store.setEntry(other, rejected('a'));
      expect(await store.stageCounts('run-1')).toEqual([
        { problem: 'people/other', sample: 0, stage: 'rejected', count: 1 },
        { problem: 'people/tools', sample: 0, stage: 'filtered', count: 1 },
        { problem: 'people/tools', sample: 0, stage: 'waiting', count: 2 },
      ]);
      await store.saveFunnel({ ...key, run: 'run-3', sample: 1 }, [filtered('a')]);
      await store.saveFunnel({ ...key, run: 'run-3' }, [waiting('a')]);
      expect((await store.stageCounts('run-3')).map(({ sample }) => sample)).toEqual([0, 1]);
    });

    it('lets ends stand: against a second end, and when the funnel is told again', async () => {
      await store.saveFunnel(key, [waiting('a'), waiting('b'), waiting('d'), waiting('gone')]);
      await store.setEntry(key, accepted('b'));
      await store.setEntry(key, rejected('b'));
      await store.setEntry(key, waiting('b'));
      await store.setEntry(key, rejected('d'));
      await store.setEntry(key, accepted('d'));
      await store.saveFunnel(key, [waiting('b'), filtered('c'), waiting('a'), waiting('d')]);
      expect(await store.funnel(key)).toEqual([
        { id: 'b', place: 0, entry: accepted('b') },
        { id: 'c', place: 1, entry: filtered('c') },
        { id: 'a', place: 2, entry: waiting('a') },
        { id: 'd', place: 3, entry: rejected('d') },
      ]);
    });

    it('refuses an entry of a function that the funnel does not have', async () => {
      await store.saveFunnel(key, [waiting('a')]);
      await expect(store.setEntry(key, accepted('b'))).rejects.toMatchObject({
        code: 'RECORD_MISSING',
      });
    });

    it('keeps the first result of a step', async () => {
      expect(await store.findStep('step-1')).toBeNull();
      await store.saveStep('step-1', { records: [1, 2] });
      await store.saveStep('step-1', { records: [] });
      expect(await store.findStep('step-1')).toEqual({ records: [1, 2] });
    });
  });
}
