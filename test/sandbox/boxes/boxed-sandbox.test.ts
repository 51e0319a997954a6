import { BoxedSandbox, largestProgramBytes } from '../../../sandbox/boxes/boxed-sandbox';
import {
  SandboxCancelledError,
  SandboxClosedError,
  SandboxInfraError,
  SandboxUnavailableError,
  SandboxUnsafeError,
} from '../../../sandbox/errors';
import { loadGuestBundle } from '../../../sandbox/guest/bundle';
import { ScriptedBackend, hello, isolation, passed, type BoxScript } from '../scripted-backend';
import { task } from '../tasks';

const bundle = loadGuestBundle();

function open(scripts: readonly BoxScript[], python = '3.11.2') {
  const backend = new ScriptedBackend(scripts);
  return { backend, sandbox: new BoxedSandbox({ backend, bundle, python, slots: 1 }) };
}
const answers = (count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, test) => ({ test, outcome: passed }));

describe('BoxedSandbox', () => {
  it('asks one box about all tests and stamps every outcome', async () => {
    const { backend, sandbox } = open([{ says: [hello, ...answers(2), { done: 2 }] }]);
    const { outcomes, provenance } = await sandbox.check(task('p', ['t1', 't2'], { seed: 5 }));
    expect(outcomes).toEqual([1, 2].map(() => ({ ...passed, assurance: 'shared' })));
    expect(provenance).toEqual({
      provider: 'bubblewrap',
      assurance: 'shared',
      guestHash: bundle.hash,
      python: '3.11.2',
      seed: 5,
    });
    expect(backend.requests).toMatchObject([{ program: 'p', tests: ['t1', 't2'], seed: 5 }]);
    expect([backend.started, backend.confined, backend.ended]).toEqual([1, 1, 1]);
  });

  it('takes a fresh box for the rest when one is no longer fit', async () => {
    const { backend, sandbox } = open([
      { says: [hello, ...answers(1), { done: 1 }] },
      { says: [hello, ...answers(2), { done: 2 }] },
    ]);
    const { outcomes } = await sandbox.check(task('p', ['t1', 't2', 't3']));
    expect(outcomes).toHaveLength(3);
    expect(backend.requests).toMatchObject([
      { tests: ['t1', 't2', 't3'] },
      { tests: ['t2', 't3'] },
    ]);
  });

  it.each([
    ['ends in the middle', { says: [hello, ...answers(1)], lastWords: 'OSError: x' }, 'OSError: x'],
    ['answers out of order', { says: [hello, { test: 1, outcome: passed }] }, 'out of order'],
    ['answers nonsense', { says: [hello, { verdict: 'great' }] }, 'nonsense'],
    ['answers nothing', { says: [hello, { done: 0 }] }, 'no test'],
  ] as const)('throws an infrastructure error when a box %s', async (_, script, message) => {
    const { backend, sandbox } = open([script]);
    const failure = sandbox.check(task('p', ['t1', 't2']));
    await expect(failure).rejects.toThrow(SandboxInfraError);
    await expect(failure).rejects.toMatchObject({ fate: 'retryable' });
    await expect(failure).rejects.toThrow(message);
    expect(backend.ended).toBe(1);
  });

  it('says that boxes cannot be started when one ends before its hello', async () => {
    const { sandbox } = open([{ says: [], lastWords: 'bwrap: No permissions' }]);
    const failure = sandbox.check(task('p', ['t']));
    await expect(failure).rejects.toThrow(SandboxUnavailableError);
    await expect(failure).rejects.toThrow('No permissions');
  });

  it('tells a box nothing that isolates less than it should, or has another Python', async () => {
    const root = { ...hello, isolation: { ...isolation, uid: 0 } };
    const { backend, sandbox } = open([
      { says: [root] },
      { says: [{ ...hello, python: '3.12.1' }] },
    ]);
    await expect(sandbox.check(task('p', ['t']))).rejects.toThrow(SandboxUnsafeError);
    await expect(sandbox.check(task('p', ['t']))).rejects.toThrow('3.12.1');
    expect(backend.requests).toEqual([]);
  });

  it('ends the box and throws when the check is cancelled', async () => {
    const { backend, sandbox } = open([{ says: [hello], hangs: true }]);
    const control = new AbortController();
    const check = sandbox.check(task('p', ['t']), { signal: control.signal });
    setTimeout(() => control.abort(), 20);
    await expect(check).rejects.toThrow(SandboxCancelledError);
    expect(backend.ended).toBeGreaterThan(0);
  });

  it('ends everything on close, and then refuses', async () => {
    const { backend, sandbox } = open([{ says: [hello], hangs: true }]);
    const check = sandbox.check(task('p', ['t']));
    const refused = expect(check).rejects.toThrow(SandboxClosedError);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await sandbox.close();
    await refused;
    expect([backend.ended > 0, backend.closed]).toEqual([true, 1]);
    await expect(sandbox.check(task('p', ['t']))).rejects.toThrow(SandboxClosedError);
  });

  it('answers a program that is too large without a box', async () => {
    const { backend, sandbox } = open([]);
    const { outcomes } = await sandbox.check(task('#'.repeat(largestProgramBytes + 1), ['a', 'b']));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['raised', 'raised']);
    expect(backend.started).toBe(0);
  });

  it('has a fingerprint that changes with the Python', () => {
    expect(open([]).sandbox.fingerprint).not.toBe(open([], '3.12.0').sandbox.fingerprint);
  });
});
