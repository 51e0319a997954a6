import { existsSync, readdirSync } from 'node:fs';

import { reapOrphans } from '../../sandbox';
import { stateMark } from '../../sandbox/bubblewrap/owner-mark';
import { describeWithSandbox } from '../prerequisites';
import { boxProcesses } from './real/box-processes';
import { killWhileChecking, whatRemains } from './real/crash-suite';

const stateLabel = `espalier-crash-${process.pid}`;

function memoryGroups(): readonly string[] {
  const parents = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup'].filter(existsSync);
  return parents.flatMap((parent) =>
    readdirSync(parent).filter((name) => name.includes(stateMark(stateLabel))),
  );
}

async function reap(): Promise<void> {
  await reapOrphans({ stateLabel, dockerHost: 'unix:///nowhere/docker.sock' });
}

describeWithSandbox('a process that is killed while it checks programs', () => {
  it.each([0, 30, 150, 400])('leaves no process behind (after %d ms)', async (afterMs) => {
    await killWhileChecking({ backend: 'bubblewrap', stateLabel, afterMs });
    expect(await whatRemains(() => boxProcesses(stateLabel), 3_000)).toEqual([]);
    await reap();
    expect(memoryGroups()).toEqual([]);
  });

  it('leaves none of its sessions behind, neither at rest nor in a block', async () => {
    const options = { backend: 'bubblewrap', stateLabel, script: 'hold-sessions.ts' } as const;
    await killWhileChecking({ ...options, afterMs: 100 });
    expect(await whatRemains(() => boxProcesses(stateLabel), 3_000)).toEqual([]);
    await reap();
    expect(memoryGroups()).toEqual([]);
  });

  it('leaves none of its repository cells behind, neither at rest nor in a job', async () => {
    const script = 'hold-repository-cells.ts';
    await killWhileChecking({ backend: 'bubblewrap', stateLabel, script, afterMs: 500 });
    expect(await whatRemains(() => boxProcesses(stateLabel), 3_000)).toEqual([]);
    await reap();
    expect(memoryGroups()).toEqual([]);
  });
});
