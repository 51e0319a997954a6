import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sandboxBackends, type SandboxBackend } from '../../core/names/sandbox-backends';
import {
  backendRows,
  backends,
  openRepositoryCells,
  openSandbox,
  openSessions,
  reapOrphans,
  sandboxConformance,
  type CellSandbox,
  type RepositoryCells,
  type Sessions,
} from '../../sandbox';
import { laboratoryPython } from '../../laboratory/python-folder';
import { cellProcesses } from '../../laboratory/trials/cell-processes';
import { dockerHost } from '../../laboratory/home/docker-host';
import { describeLong } from '../long';
import { describeWithDocker, describeWithSandbox } from '../prerequisites';
import { describeSourceBytes } from './real/bytes-suite';
import * as images from './real/host-image';
import { describeHostilePrograms } from './real/hostile-suite';
import { describeRepositoryCells } from './real/repository-suite';
import { describeSessions } from './real/session-suite';
import { addition, limits, task } from './tasks';

const stateLabel = `espalier-backends-${process.pid}`;
const image = `espalier-test-backends:${process.pid}`;
const long = { ...limits, cpuMs: 60_000, wallMs: 60_000 };
const spin = task('while True: pass', ['1'], { limits: long });

/** What a backend needs on this machine, where it may be missing. Of one that is not listed nothing may. */
const prerequisites: Partial<Record<SandboxBackend, typeof describeWithDocker>> = {
  bubblewrap: describeWithSandbox,
  docker: describeWithDocker,
};
/** Something to run programs in, made for the time of the tests. */
const preparations: Partial<Record<SandboxBackend, [() => Promise<void>, () => Promise<void>]>> = {
  docker: [() => images.importHostPython(image), () => images.removeImage(image)],
};

describe('the table of backends', () => {
  it('has a row for every name, under it, in the order that auto tries', () => {
    expect(backendRows.map(({ name }) => name)).toEqual([...sandboxBackends]);
    for (const name of sandboxBackends) expect(backends[name].name).toBe(name);
  });
});

describe.each(sandboxBackends)('backend %s:', (backend) => {
  (prerequisites[backend] ?? describe)(`cells of ${backend}`, () => {
    const options = { backend, dockerHost, stateLabel, image, slots: 1 } as const;
    let sandbox: CellSandbox;
    beforeAll(async () => {
      await preparations[backend]?.[0]();
      sandbox = await openSandbox(options);
    }, 120_000);
    afterAll(async () => {
      await sandbox.close();
      await preparations[backend]?.[1]();
    }, 120_000);

    it('conform', async () => {
      const results = await sandboxConformance(sandbox);
      expect(results.length).toBeGreaterThan(25);
      expect(results.filter(({ ok }) => !ok)).toEqual([]);
    }, 180_000);

    it('say in the sandbox and in each verdict whose they are', async () => {
      expect(sandbox.backend).toBe(backend);
      expect(sandbox.fingerprint.split('|')[0]).toBe(backend);
      const { provenance } = await sandbox.check(task(addition, ['assert add(1, 2) == 3']));
      expect(provenance.provider).toBe(backend);
    });

    it('are seen from outside, each with what is always in it', async () => {
      await sandbox.check(task(addition, ['assert add(1, 2) == 3']));
      const cells = await cellProcesses({ backend, dockerHost });
      expect(cells).toHaveLength(1);
      expect(cells[0]?.boxes).toEqual([]);
      const containers = (await backends[backend].containers?.ids({ dockerHost })) ?? [];
      expect([cells[0]?.container ?? null]).toEqual(containers.length === 0 ? [null] : containers);
    });

    it('of a living process are not reaped', async () => {
      const mine = (await reapOrphans({ stateLabel, dockerHost })).find(
        (reaped) => reaped.backend === backend,
      );
      expect(mine).toEqual({ backend, removed: [], unreachable: null });
      const { outcomes } = await sandbox.check(task(addition, ['assert add(1, 2) == 3']));
      expect(outcomes).toMatchObject([{ kind: 'passed' }]);
    });

    it('end when a check is cancelled, and the next check has a fresh one', async () => {
      const control = new AbortController();
      const check = sandbox.check(spin, { signal: control.signal });
      const refused = expect(check).rejects.toMatchObject({ fate: 'cancelled' });
      await sleep(1_000);
      control.abort();
      await refused;
      const { outcomes } = await sandbox.check(task(addition, ['assert add(1, 2) == 3']));
      expect(outcomes).toMatchObject([{ kind: 'passed' }]);
    });

    const describeMore = backend === 'bubblewrap' ? describe : describeLong;

    describeMore('and hostile programs', () => {
      describeHostilePrograms(() => sandbox);
    });

    describeMore('and interpreter sessions', () => {
      let sessions: Sessions;
      beforeAll(async () => {
        sessions = await openSessions(options);
      });
      afterAll(() => sessions.close());
      describeSessions(() => sessions);
    });

    describeMore('and repository cells', () => {
      let cells: RepositoryCells;
      beforeAll(async () => {
        const jobs = join(laboratoryPython, 'repository-jobs');
        cells = await openRepositoryCells({ ...options, jobs, slots: 2 });
      });
      afterAll(() => cells.close());
      describeRepositoryCells(() => cells);
    });

    describeMore('and the bytes of a program', () => {
      describeSourceBytes(() => sandbox);
    });
  });
});
