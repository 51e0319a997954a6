import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';

import { builtCli } from '../harness/built-cli';
import { createHome } from '../harness/espalier-home';
import { runProgram } from '../harness/library-program';
import { describeWithTemporal } from '../prerequisites';

const root = resolve(__dirname, '../..');
/** What only people, or our own trials, look at. */
const faces = ['cli', 'web', 'trials'];

/** The package as it is built, without its faces. */
function packageWithoutFaces(): string {
  const built = dirname(dirname(builtCli()));
  const folder = mkdtempSync(join(tmpdir(), 'espalier-lab-'));
  const kept = faces.map((name) => join(built, name));
  cpSync(built, join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !kept.includes(path),
  });
  for (const name of ['package.json', 'python']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  cpSync(join(root, 'datasets'), join(folder, 'datasets'), {
    recursive: true,
    filter: (path) => extname(path) !== '.ts',
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

jest.setTimeout(180_000);

describeWithTemporal('deleting cli/', () => {
  it('leaves lab usable from a test', async () => {
    const folder = packageWithoutFaces();
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
        stopped: ['stopped', 'stopped', 'stopped'],
      });
    } finally {
      await home.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
