import { SandboxCancelledError, SandboxClosedError } from '../../../sandbox/errors';
import { SlotGate } from '../../../sandbox/cells/slot-gate';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Enters in the background and notes when it was admitted. */
function visitor(gate: SlotGate, options: { exclusive?: boolean; signal?: AbortSignal } = {}) {
  const { exclusive = false, signal } = options;
  const state: { inside: boolean; error: unknown; leave: () => void } = {
    inside: false,
    error: null,
    leave: () => gate.leave(exclusive),
  };
  gate.enter({ exclusive, signal }).then(
    () => (state.inside = true),
    (error: unknown) => (state.error = error),
  );
  return state;
}
/** Every one of these looks at, or moves, as many elements as its array has. */
const walks = [
  'shift',
  'unshift',
  'splice',
  'slice',
  'concat',
  'filter',
  'map',
  'find',
  'findIndex',
  'indexOf',
  'includes',
  'some',
  'every',
  'forEach',
  'reduce',
] as const;

/** How many elements such calls went over so far, wherever they come from. Clocks would count the machine's load. */
function countSteps(): () => number {
  let steps = 0;
  const methods = Array.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of walks) {
    const original = methods[name];
    if (original === undefined) throw new Error(`arrays have no ${name}`);
    jest.spyOn(methods, name).mockImplementation(function (this: unknown[], ...args: unknown[]) {
      steps += this.length;
      return original.apply(this, args);
    });
  }
  return () => steps;
}

const inside = (visitors: readonly { readonly inside: boolean }[]): readonly boolean[] =>
  visitors.map((one) => one.inside);

describe('SlotGate', () => {
  afterEach(() => jest.restoreAllMocks());

  it('admits as many as there are slots, then in order of arrival', async () => {
    const gate = new SlotGate(2);
    const all = [visitor(gate), visitor(gate), visitor(gate), visitor(gate)];
    await settle();
    expect(inside(all)).toEqual([true, true, false, false]);
    all[1]?.leave();
    await settle();
    expect(inside(all)).toEqual([true, true, true, false]);
  });

  it('lets an exclusive one in only when it is empty, and nobody beside it', async () => {
    const gate = new SlotGate(4);
    const before = visitor(gate);
    const alone = visitor(gate, { exclusive: true });
    const after = visitor(gate);
    await settle();
    expect(inside([before, alone, after])).toEqual([true, false, false]);
    before.leave();
    await settle();
    expect(inside([alone, after])).toEqual([true, false]);
    alone.leave();
    await settle();
    expect(after.inside).toBe(true);
  });

  it('forgets who gives up waiting, and admits those behind', async () => {
    const gate = new SlotGate(2);
    visitor(gate);
    const impatience = new AbortController();
    const alone = visitor(gate, { exclusive: true, signal: impatience.signal });
    const behind = visitor(gate);
    await settle();
    expect(behind.inside).toBe(false);
    impatience.abort();
    await settle();
    expect(alone.error).toBeInstanceOf(SandboxCancelledError);
    expect(behind.inside).toBe(true);
  });

  it('refuses at once when the signal has fired already', async () => {
    const gate = new SlotGate(1);
    const late = visitor(gate, { signal: AbortSignal.abort() });
    const next = visitor(gate);
    await settle();
    expect(late.error).toBeInstanceOf(SandboxCancelledError);
    expect(next.inside).toBe(true);
  });

  it('is not shut by the signal of somebody who was admitted long ago', async () => {
    const gate = new SlotGate(1);
    const control = new AbortController();
    const first = visitor(gate, { signal: control.signal });
    await settle();
    control.abort();
    first.leave();
    const next = visitor(gate);
    await settle();
    expect([next.inside, first.error]).toEqual([true, null]);
  });

  it('once closed refuses those who wait and those who come, and waits for those inside', async () => {
    const gate = new SlotGate(1);
    const first = visitor(gate);
    const waiting = visitor(gate);
    await settle();
    let empty = false;
    void gate.close(new SandboxClosedError()).then(() => (empty = true));
    const late = visitor(gate);
    await settle();
    expect([waiting.error, late.error].map(String)).toEqual(
      Array(2).fill(String(new SandboxClosedError())),
    );
    expect(empty).toBe(false);
    first.leave();
    await settle();
    expect(empty).toBe(true);
  });

  it('admits a hundred thousand in a row with steps in proportion to them', async () => {
    const gate = new SlotGate(2);
    const visitors = 100_000;
    let admitted = 0;
    const steps = countSteps();
    const all: Promise<void>[] = [];
    const visit = async (): Promise<void> => {
      await gate.enter({ exclusive: false });
      admitted += 1;
      gate.leave(false);
    };
    for (let index = 0; index < visitors; index += 1) all.push(visit());
    for (const one of all) await one;
    expect(admitted).toBe(visitors);
    expect(steps()).toBeGreaterThan(0);
    expect(steps()).toBeLessThan(4 * visitors);
  });
});
