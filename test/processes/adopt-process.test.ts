import { adoptProcess, ensureProcess, findProcess, stopProcess } from '../../processes';
import { removeRecord, writeRecord } from '../../processes/process-record';
import { ownIdentity } from '../../processes/process-identity';
import { cleanUp, scratchState as scratch } from '../engine/scratch-state';
import type { ScratchState } from '../engine/scratch-state';
import { scripted } from './detached-scripts';

let made: ScratchState;

const scratchState = (): ScratchState => (made = scratch());
afterEach(async () => {
  // What is stopped at the end must not be this very process.
  await removeRecord(made, 'thing');
  await cleanUp(['thing']);
});

const adopted = { name: 'thing', fingerprint: 'ours' };

describe('a process that takes a name by itself', () => {
  it('is found under it, ready', async () => {
    const state = scratchState();
    expect(await adoptProcess(state, adopted)).toBe(process.pid);
    expect(await findProcess(state, 'thing')).toMatchObject({
      kind: 'alive',
      record: {
        fingerprint: 'ours',
        identity: { pid: process.pid },
        readyAt: expect.any(String) as string,
      },
    });
    expect(await adoptProcess(state, adopted)).toBe(process.pid);
  });

  it('does not when another one has it and lives', async () => {
    const state = scratchState();
    const { record } = await ensureProcess(state, scripted(state, 'setInterval(() => {}, 1000)'));
    expect(await adoptProcess(state, adopted)).toBe(record.identity.pid);
    await stopProcess(state, 'thing');
    expect(await adoptProcess(state, adopted)).toBe(process.pid);
  });

  it('does when the one that has it was before the last boot, though a process with its pid lives', async () => {
    const state = scratchState();
    await adoptProcess(state, { ...adopted, fingerprint: 'before' });
    const found = await findProcess(state, 'thing');
    if (found.kind !== 'alive') throw new Error('not found');
    const identity = { ...(await ownIdentity()), bootId: 'before' };
    await writeRecord(state, { ...found.record, identity });
    expect((await findProcess(state, 'thing')).kind).toBe('dead');
    expect(await adoptProcess(state, adopted)).toBe(process.pid);
    expect(await findProcess(state, 'thing')).toMatchObject({ record: { fingerprint: 'ours' } });
  });
});
