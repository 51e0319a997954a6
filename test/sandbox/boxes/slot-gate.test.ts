import { SandboxCancelledError } from '../../../sandbox/errors';
import { SlotGate } from '../../../sandbox/boxes/slot-gate';

const never = new AbortController().signal;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Enters in the background and notes when it was admitted. */
function visitor(gate: SlotGate, options: { exclusive?: boolean; signal?: AbortSignal } = {}) {
  const state: { leave: (() => void) | null; error: unknown } = { leave: null, error: null };
  gate.enter({ exclusive: options.exclusive ?? false, signal: options.signal ?? never }).then(
    (leave) => {
      state.leave = leave;
    },
    (error: unknown) => {
      state.error = error;
    },
  );
  return state;
}

describe('SlotGate', () => {
  it('admits as many as there are slots, then in order of arrival', async () => {
    const gate = new SlotGate(2);
    const all = [visitor(gate), visitor(gate), visitor(gate), visitor(gate)];
    await settle();
    expect(all.map(({ leave }) => leave !== null)).toEqual([true, true, false, false]);
    all[1]?.leave?.();
    await settle();
    expect(all.map(({ leave }) => leave !== null)).toEqual([true, true, true, false]);
  });

  it('gives a place back once, however often it is asked to', async () => {
    const gate = new SlotGate(1);
    const first = visitor(gate);
    await settle();
    first.leave?.();
    first.leave?.();
    const [second, third] = [visitor(gate), visitor(gate)];
    await settle();
    expect(second.leave).not.toBeNull();
    expect(third.leave).toBeNull();
  });

  it('lets an exclusive one in only when it is empty, and nobody beside it', async () => {
    const gate = new SlotGate(4);
    const before = visitor(gate);
    const alone = visitor(gate, { exclusive: true });
    const after = visitor(gate);
    await settle();
    expect([alone.leave, after.leave]).toEqual([null, null]);
    before.leave?.();
    await settle();
    expect(alone.leave).not.toBeNull();
    expect(after.leave).toBeNull();
    alone.leave?.();
    await settle();
    expect(after.leave).not.toBeNull();
  });

  it('forgets who gives up waiting, and admits those behind', async () => {
    const gate = new SlotGate(2);
    visitor(gate);
    const impatience = new AbortController();
    const alone = visitor(gate, { exclusive: true, signal: impatience.signal });
    const behind = visitor(gate);
    await settle();
    expect(behind.leave).toBeNull();
    impatience.abort();
    await settle();
    expect(alone.error).toBeInstanceOf(SandboxCancelledError);
    expect(behind.leave).not.toBeNull();
  });

  it('refuses at once when the signal has fired already', async () => {
    const gate = new SlotGate(1);
    await expect(gate.enter({ exclusive: false, signal: AbortSignal.abort() })).rejects.toThrow(
      SandboxCancelledError,
    );
    const next = visitor(gate);
    await settle();
    expect(next.leave).not.toBeNull();
  });
});
