import { basename } from 'node:path';

import { openSandbox, sandboxConformance } from '../../sandbox';
import { pythonFolder } from '../../sandbox/guest/bundle';
import { runUnitTests, unitTestsIn } from '../harness/python-tests';
import { describeIf } from '../skip-reasons';

/** Root folders with other Pythons, made by `scripts/build-sandbox-image.ts --no-image --root DIR --suite SUITE`. */
const roots = (process.env['ESPALIER_TEST_ROOTS'] ?? '').split(':').filter((root) => root !== '');

describeIf(roots.length > 0, 'ESPALIER_TEST_ROOTS names no root folders with other Pythons')(
  'the tools on other Pythons',
  () => {
    it.each(roots)(
      'conform in %s',
      async (root) => {
        const stateLabel = `espalier-python-${basename(root)}-${process.pid}`;
        const sandbox = await openSandbox({ backend: 'bubblewrap', root, slots: 2, stateLabel });
        try {
          const results = await sandboxConformance(sandbox);
          expect(results.length).toBeGreaterThan(25);
          expect(results.filter(({ ok }) => !ok)).toEqual([]);
        } finally {
          await sandbox.close();
        }
      },
      240_000,
    );

    it.each(roots)(
      'run the tests of the jobs on repositories in %s',
      async (root) => {
        const mounts = ['--ro-bind', root, '/', '--ro-bind', pythonFolder(), '/mnt'];
        const special = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'];
        const around = ['--unshare-pid', '--die-with-parent', '--chdir', '/mnt', '--clearenv'];
        const path = ['--setenv', 'PATH', '/usr/bin:/bin'];
        const { ran, failed } = await runUnitTests(
          {
            command: ['bwrap', ...mounts, ...special, ...around, ...path, '/usr/bin/python3'],
            variables: { PATH: process.env['PATH'] ?? '' },
          },
          unitTestsIn('tests/repository'),
        );
        expect(failed).toBe('');
        expect(ran).toBeGreaterThan(250);
      },
      600_000,
    );
  },
);
