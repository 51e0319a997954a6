import { createHash, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Store } from '../../core/ports/records';
import { openStore } from '../../store';
import { callUse, modelAnswer, modelRequest } from '../../laboratory/fakes/model-requests';
import { describeWithMounts, mountSmallDisk, type SmallDisk } from './mounting';
import { runConfig } from '../../laboratory/fakes/record-samples';

/** Does not compress. */
function noise(seed: number, length: number): string {
  let state = seed + 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (state % 90));
  }).join('');
}

describeWithMounts('a store on a full disk', () => {
  let disk: SmallDisk;
  let path: string;
  let ballast: string;
  const stores: Store[] = [];

  async function open(): Promise<Store> {
    const store = await openStore({ path });
    stores.push(store);
    return store;
  }

  beforeEach(() => {
    disk = mountSmallDisk(2_048);
    path = join(disk.folder, 'state', 'store.sqlite');
    ballast = join(disk.folder, 'ballast');
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    disk.dispose();
  });

  /** Takes all the space there is. */
  function fillDisk(): void {
    for (const size of [1 << 20, 1 << 16, 1 << 12]) {
      try {
        for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
      } catch {
        // Full for pieces of this size.
      }
    }
  }

  /** Claims and answers calls until the disk is full; returns the acknowledged ones and the error. */
  async function fillByAnswers(
    store: Store,
  ): Promise<{ readonly acknowledged: readonly string[]; readonly error: unknown }> {
    const acknowledged: string[] = [];
    for (let index = 0; index < 10_000; index += 1) {
      const identity = index.toString(16).padStart(64, '0');
      const messages = [{ role: 'user' as const, content: noise(index, 4_000) }];
      const use = callUse({ node: `n${String(index)}` });
      try {
        await store.journal.claim({
          identity,
          request: modelRequest({ messages }),
          use,
          owner: 'one',
          leaseMs: 60_000,
        });
        await store.journal.answer(identity, modelAnswer({ text: noise(-index, 4_000) }), {
          use,
          requests: ['answered'],
        });
      } catch (error) {
        return { acknowledged, error };
      }
      acknowledged.push(identity);
    }
    throw new Error('the disk never became full');
  }

  it('pauses the run and keeps every acknowledged answer, which can be read even then', async () => {
    const store = await open();
    await store.runs.createRun('run-1', runConfig());
    const { acknowledged, error } = await fillByAnswers(store);
    expect(error).toMatchObject({ code: 'STORE_FULL', fate: 'pauses-run', exitCode: 3 });
    expect((error as Error).message).toContain(path);
    expect(acknowledged.length).toBeGreaterThan(20);
    for (const identity of acknowledged) {
      expect((await store.runs.callInFull(identity))?.answer).not.toBeNull();
    }
  });

  it('goes on where it stopped once there is space again, in this process', async () => {
    writeFileSync(ballast, Buffer.alloc(1 << 19));
    const store = await open();
    const { acknowledged } = await fillByAnswers(store);
    rmSync(ballast);
    await store.runs.createRun('run-1', runConfig());
    expect((await store.runs.callTotals('run-1')).calls).toBeGreaterThanOrEqual(
      acknowledged.length,
    );
    expect(await store.blobs.get(await store.blobs.put(noise(1, 10_000)))).toBe(noise(1, 10_000));
  });

  it('shows every acknowledged answer to the next process that opens it', async () => {
    writeFileSync(ballast, Buffer.alloc(1 << 19));
    const { acknowledged } = await fillByAnswers(await open());
    rmSync(ballast);
    const next = await open();
    for (const [index, identity] of acknowledged.entries()) {
      const full = await next.runs.callInFull(identity);
      expect(full?.answer).toEqual(modelAnswer({ text: noise(-index, 4_000) }));
    }
  });

  it('finds no archive that there was no room for, and takes it once there is', async () => {
    writeFileSync(ballast, Buffer.alloc(3 << 19));
    const { environments } = await open();
    const content = randomBytes(600_000);
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < content.length; at += 10_000) yield content.subarray(at, at + 10_000);
    }
    await expect(environments.putArchive(chunks())).rejects.toMatchObject({ code: 'STORE_FULL' });
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(await environments.hasArchive(sha256)).toBe(false);
    rmSync(ballast);
    expect(await environments.putArchive(chunks())).toEqual({ sha256, bytes: content.length });
  });

  it('is refused at the start with a message and exit 3 when there never was space', async () => {
    fillDisk();
    const error: unknown = await open().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'STORE_FULL', exitCode: 3 });
  });
});
