import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createHome } from '../../laboratory/home/espalier-home';
import { runProgram } from '../harness/library-program';
import { copyPackage } from '../harness/package-copy';
import { describeWithTemporal } from '../prerequisites';

/** What only people, or our own laboratory, look at. */
const faces = ['cli', 'web', 'laboratory'];

jest.setTimeout(180_000);

describeWithTemporal('deleting cli/', () => {
  it('leaves lab usable from a test', async () => {
    const { folder, dispose } = copyPackage(faces);
    const home = createHome();
    try {
      writeFileSync(
        join(folder, 'program.cjs'),
        `const { openLab } = require('espalier');
         const lab = openLab();
         (async () => {
           const { run } = await lab.start({ dataset: 'bundled', model: 'simulated', limit: 2, budget: 2 });
           const end = await lab.watch(run);
           const { status, total, completed } = await lab.read(run);
           const { waiting, processes } = await lab.down();
           await lab.close();
           const stopped = processes.map(({ how }) => how);
           console.log(JSON.stringify({ end, status, total, completed, waiting, stopped }));
         })();`,
      );
      const end = await runProgram('program.cjs', { folder, home });
      expect([end.code, end.stderr]).toEqual([0, '']);
      expect(JSON.parse(end.stdout)).toEqual({
        end: { kind: 'ended' },
        status: 'completed',
        total: 2,
        completed: 2,
        waiting: [],
        stopped: ['stopped', 'stopped', 'stopped', 'stopped'],
      });
    } finally {
      await home.dispose();
      dispose();
    }
  });
});
