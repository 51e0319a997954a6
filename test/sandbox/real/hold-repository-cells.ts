/** A process with repository cells, to be killed: node scripts/run.cjs <this file> BACKEND LABEL [IMAGE] */
import { join } from 'node:path';

import { laboratoryPython } from '../../../laboratory/python-folder';
import { usualJobLimits } from '../../../core/adapters/repository';
import type { SandboxBackend } from '../../../core/names/sandbox-backends';
import { openRepositoryCells } from '../../../sandbox';
import { dockerHost } from '../../../laboratory/home/docker-host';
import { archiveOf, tarOf } from './tar';

async function main(): Promise<void> {
  const [, , backend, stateLabel = '', image] = process.argv;
  const jobs = join(laboratoryPython, 'repository-jobs');
  const options = { backend: backend as SandboxBackend, stateLabel, image, dockerHost, jobs };
  const cells = await openRepositoryCells({ ...options, slots: 2 });
  const archives = [archiveOf(tarOf([{ name: 'a', content: 'a' }]))];
  const shape = { memoryMb: 1_024, filesMb: 64, scratchMb: 64 };
  const open = () => cells.open({ archives, shape });
  const [busy, resting] = [await open(), await open()];
  const run = (cell: typeof busy, code: string) =>
    cell.run(
      { module: 'run_code', request: { code } },
      { limits: usualJobLimits, walls: 'wide', indexLine: () => new Promise(() => undefined) },
    );
  process.stdout.write('open\n');
  await resting.close();
  await run(
    busy,
    'import os, signal\nsignal.signal(15, signal.SIG_IGN)\nos.fork()\nwhile True: pass',
  );
}

void main();
