import { setTimeout as sleep } from 'node:timers/promises';

import { openSandbox, sandboxConformance } from '../../sandbox';
import type { Sandbox } from '../../core/ports/sandbox';
import { describeWithSandbox } from '../prerequisites';
import { boxProcesses } from './real/box-processes';
import { describeHostilePrograms } from './real/hostile-suite';
import { addition, limits, task } from './tasks';

const stateLabel = `espalier-conformance-${process.pid}`;

describeWithSandbox('bubblewrap boxes', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ provider: 'bubblewrap', slots: 2, stateLabel });
  });
  afterAll(() => sandbox.close());

  it('conform', async () => {
    const results = await sandboxConformance(sandbox);
    expect(results.length).toBeGreaterThan(10);
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
  }, 120_000);

  describe('and hostile programs', () => {
    describeHostilePrograms(() => sandbox);
  });

  it('end a cancelled check at once', async () => {
    const control = new AbortController();
    const long = { ...limits, cpuMs: 60_000, wallMs: 60_000 };
    const check = sandbox.check(task('while True: pass', ['1'], { limits: long }), {
      signal: control.signal,
    });
    const refused = expect(check).rejects.toMatchObject({ fate: 'cancelled' });
    await sleep(1_000);
    expect(boxProcesses(stateLabel)).not.toEqual([]);
    const started = Date.now();
    control.abort();
    await refused;
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(boxProcesses(stateLabel)).toEqual([]);
  });

  it('give the same answer every time, measures apart', async () => {
    const program = `${addition}\nclass Thing: pass\ndef thing(): return {Thing(), 'x', 1.5}\n`;
    const tests = ['assert thing() == 1', 'thing().pop(1)', 'assert {"a", "b", "c"} == 1'];
    const answers = new Set<string>();
    for (let run = 0; run < 5; run += 1) {
      const { outcomes } = await sandbox.check(task(program, tests));
      answers.add(JSON.stringify(outcomes.map(({ kind, error }) => ({ kind, error }))));
      answers.add(JSON.stringify(outcomes[2]?.actual));
    }
    expect(answers.size).toBe(2);
  });

  it('let an exclusive check run while nothing else of ours does', async () => {
    const nap = (seconds: number): string => `import time\ntime.sleep(${seconds})\n${addition}`;
    const ends: string[] = [];
    const run = async (name: string, alone: boolean): Promise<void> => {
      await sandbox.check(task(nap(0.3), ['assert add(1, 2) == 3'], { alone }));
      ends.push(name);
    };
    await Promise.all([run('first', false), run('alone', true), run('last', false)]);
    expect(ends).toEqual(['first', 'alone', 'last']);
  });
});

describeWithSandbox('a sandbox that is closed', () => {
  it('has ended its boxes', async () => {
    const sandbox = await openSandbox({ provider: 'bubblewrap', slots: 2, stateLabel });
    const long = { ...limits, cpuMs: 60_000, wallMs: 60_000 };
    const check = sandbox.check(task('while True: pass', ['1'], { limits: long }));
    const refused = expect(check).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
    await sleep(1_000);
    expect(boxProcesses(stateLabel)).not.toEqual([]);
    await sandbox.close();
    await refused;
    expect(boxProcesses(stateLabel)).toEqual([]);
  });
});
