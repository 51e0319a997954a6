import { setTimeout as sleep } from 'node:timers/promises';

import { openSandbox, withFreshCells, type CellSandbox } from '../../sandbox';
import { killProcess } from '../../processes/kill-process';
import { childrenOf, descendantsOf } from '../../processes/process-table';
import { describeWithSandbox } from '../prerequisites';
import { boxProcesses } from './real/box-processes';
import { addition, task } from './tasks';

const stateLabel = `espalier-killed-${process.pid}`;

/** bubblewrap's own process, then what each one has started: the protocol's, the outer one, the one that forks. */
function chainOf(sandbox: CellSandbox): readonly number[] {
  const place = sandbox.cells[0]?.place;
  if (place?.kind !== 'process') return [];
  const chain = [place.pid];
  for (let next = childrenOf(place.pid)[0]; next !== undefined; next = childrenOf(next)[0]) {
    chain.push(next);
  }
  return chain;
}

/** The four processes of a cell that runs a program just now, then the boxes of the tests and of the program. */
async function whileRunning(sandbox: CellSandbox): Promise<readonly number[]> {
  for (;;) {
    const chain = chainOf(sandbox).slice(0, 4);
    const boxes = childrenOf(chain[3] ?? Number.NaN);
    if (boxes.length === 2) return [...chain, ...boxes];
    await sleep(10);
  }
}

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
    await sleep(200);
    const left = boxProcesses(stateLabel).filter((pid) => all.includes(Number(pid)));
    expect(left).toEqual([]);
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
