import { checkKey, runCheck } from '../../activities/run-check';
import { visibleLimit } from '../../core/grading/visible-limit';
import type { CheckTask } from '../../core/ports/sandbox';
import { createMemoryStore } from '../fakes/memory-store';
import { createScriptedSandbox } from '../fakes/scripted-sandbox';

const task: CheckTask = {
  program: "def f(x):\n    return 'right'",
  trustedSetup: '',
  entryPoint: 'f',
  tests: ['assert f(1) == 1'],
  limits: visibleLimit(),
  seed: 7,
};
const { signal } = new AbortController();

function checker(verdicts = { right: 'pp/p', slow: 'tt/t' }) {
  const store = createMemoryStore();
  const sandbox = createScriptedSandbox(verdicts);
  const check = (changes: Partial<CheckTask> = {}, regrade = false) =>
    runCheck({ ...task, ...changes }, { store, sandbox, signal, regrade });
  return { check, sandbox, store };
}

describe('a check', () => {
  it('is run once, and read back after that', async () => {
    const { check, sandbox } = checker();
    const first = await check();
    expect(first.outcomes).toMatchObject([{ kind: 'passed' }]);
    expect(await check()).toEqual(first);
    expect(sandbox.checks).toEqual(['right']);
  });

  it('is run again when it is asked for anew', async () => {
    const { check, sandbox } = checker();
    await check();
    await check({}, true);
    expect(sandbox.checks).toHaveLength(2);
  });

  it('of a stopped program is believed only when a second run, alone, agrees', async () => {
    const { check, sandbox } = checker();
    const slow = { program: "def f(x):\n    return 'slow'" };
    expect((await check(slow)).outcomes).toMatchObject([{ kind: 'timed-out' }]);
    expect(sandbox.checks).toEqual(['slow', 'slow']);
    await check(slow);
    expect(sandbox.checks).toHaveLength(2);
  });

  it('that the sandbox could not carry out leaves nothing behind', async () => {
    const { check, store } = checker({ right: 'pp/p', slow: '' });
    await expect(check({ program: 'unknown' })).rejects.toThrow('the script has nothing');
    const key = checkKey({ ...task, program: 'unknown' }, 'scripted');
    expect(await store.executions.find(key)).toBeNull();
  });
});

describe('what a check is known by', () => {
  const changes: readonly Partial<CheckTask>[] = [
    { program: 'other' },
    { trustedSetup: 'import math' },
    { entryPoint: 'g' },
    { tests: ['assert f(2) == 2'] },
    { tests: [] },
    { limits: visibleLimit({ cpuSeconds: 2 }) },
    { seed: 8 },
  ];

  it.each(changes)('differs with %j', (change) => {
    expect(checkKey({ ...task, ...change }, 's')).not.toBe(checkKey(task, 's'));
  });

  it('differs with the sandbox and with nothing else', () => {
    expect(checkKey(task, 'other')).not.toBe(checkKey(task, 's'));
    expect(checkKey({ ...task, alone: true }, 's')).toBe(checkKey(task, 's'));
  });
});
