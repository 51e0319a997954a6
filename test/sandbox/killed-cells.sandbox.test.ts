import { setTimeout as sleep } from 'node:timers/promises';

import { eventually } from '../../laboratory/home/eventually';
import { openSandbox, withFreshCells, type CellSandbox } from '../../sandbox';
import { killProcess } from '../../processes/kill-process';
import { descendantsOf } from '../../processes/process-table';
import { describeWithSandbox } from '../prerequisites';
import { boxProcesses } from './real/box-processes';
import { chainOf, whileRunning } from './cell-processes';
import { addition, task } from './tasks';

const stateLabel = `espalier-killed-${process.pid}`;

describeWithSandbox('a cell of which somebody kills', () => {
  let sandbox: CellSandbox;
  beforeEach(async () => {
    sandbox = await openSandbox({ backend: 'bubblewrap', slots: 1, stateLabel });
  });
  afterEach(() => sandbox.close());

  const slow = `import time\ntime.sleep(0.6)\n${addition}`;
  const tests = ['assert add(1, 2) == 3', 'assert add(1, 2) == 4'];

  it.each([
    ['its outermost process', 0],
    ['the process that speaks', 1],
    ['the outer process', 2],
    ['the process that makes boxes', 3],
    ['the box of the tests', 4],
    ['the box of the program', 5],
  ])('%s while a program runs gives no verdict, and leaves nothing', async (_, depth) => {
    const check = sandbox.check(task(slow, tests));
    const settled = Promise.allSettled([check]);
    const parts = await whileRunning(sandbox);
    const all = parts.flatMap((pid) => [pid, ...descendantsOf(pid)]);
    killProcess(parts[depth] ?? Number.NaN);
    const killedAt = Date.now();
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { code: 'SANDBOX_INFRA', fate: 'retryable' } },
    ]);
    expect(Date.now() - killedAt).toBeLessThan(3_000);
    const left = () => boxProcesses(stateLabel).filter((pid) => all.includes(Number(pid)));
    await eventually('the end of its processes', () => left().length === 0);
  });

  it('anything between its answers is replaced: each test has its verdict, once', async () => {
    const check = withFreshCells(sandbox, 3).check(task(slow, tests));
    const [, , , zygote = Number.NaN] = await whileRunning(sandbox);
    await sleep(700);
    killProcess(zygote);
    const { outcomes } = await check;
    expect(outcomes.map(({ kind }) => kind)).toEqual(['passed', 'failed']);
  });

  it('anything while it is idle is not even noticed by the next program', async () => {
    await sandbox.check(task(addition, tests));
    killProcess(chainOf(sandbox)[1] ?? Number.NaN);
    await sleep(300);
    const { outcomes } = await sandbox.check(task(addition, tests));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['passed', 'failed']);
  });
});
