import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { backends } from '../../../../sandbox';
import { drawUser } from '../../../../sandbox/cells/cell-user';
import {
  hostTraces,
  leftovers,
  type HostTraces,
} from '../../../../laboratory/trials/hostile/host-traces';

const traces = (files: readonly string[]): HostTraces => ({
  ...{ children: [], groups: [], containers: [] },
  files,
});

describe('the owner of what programs leave on a machine', () => {
  it.each([
    ['docker', 1_000, drawUser(), 1_000],
    ['docker', 0, drawUser(), 65_534],
    ['bubblewrap', 0, drawUser(), 0],
    ['bubblewrap', 0, 65_534, 1_000],
    ['bubblewrap', 1_000, 1_000, 65_534],
  ] as const)('is, with %s started by user %i, user %i and not %i', (backend, uid, due, other) => {
    const isTheirs = backends[backend].userOutside(uid);
    expect([isTheirs(due), isTheirs(other)]).toEqual([true, false]);
  });
});

describe('leftovers', () => {
  it('are new files of that user, and nobody else’s', () => {
    const before = traces(['1000 /tmp/old']);
    const after = traces(['1000 /tmp/old', '1000 /tmp/new one', '0 /tmp/of root', '65534 /tmp/n']);
    expect(leftovers(before, after, (uid) => uid === 1_000)).toEqual(['file /tmp/new one']);
    expect(leftovers(before, after, (uid) => uid === 65_534)).toEqual(['file /tmp/n']);
  });

  it('are found where programs could leave them', async () => {
    const search = { backend: 'bubblewrap' } as const;
    const before = await hostTraces(null, '/state');
    const folder = mkdtempSync(join(tmpdir(), 'espalier-traces-'));
    try {
      writeFileSync(join(folder, 'x'), '');
      const user = statSync(folder).uid;
      const after = await hostTraces(search, '/state');
      expect(leftovers(before, after, (uid) => uid === user)).toContain(`file ${folder}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
