import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import { builtCli } from '../../laboratory/home/built-cli';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import type { RunRequest } from '../../lab/planning/run-request';

/** What the library reads of a run. */
export interface LibraryRun {
  readonly run: string;
  readonly status: string;
  readonly total: number;
  readonly completed: number;
}

const program = `
  const [, packageFolder, requests] = process.argv;
  const lab = require(packageFolder).openLab();
  (async () => {
    const runs = [];
    for (const request of JSON.parse(requests)) runs.push((await lab.start(request)).run);
    const reports = [];
    for (const run of runs) {
      await lab.watch(run);
      const { status, total, completed } = await lab.read(run);
      reports.push({ run, status, total, completed });
    }
    console.log(JSON.stringify(reports));
    await lab.close();
  })();
`;

/** Has the library start runs in a home, and watch them to their ends, in one process: a `run start` for each costs far more. */
export async function libraryRuns(
  home: EspalierHome,
  requests: readonly RunRequest[],
): Promise<readonly LibraryRun[]> {
  builtCli();
  const args = ['-e', program, resolve(__dirname, '..', '..'), JSON.stringify(requests)];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...home.environment },
  });
  return JSON.parse(stdout) as readonly LibraryRun[];
}
