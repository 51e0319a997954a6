import { basename } from 'node:path';

import { openSandbox, sandboxConformance } from '../../sandbox';
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
  },
);
