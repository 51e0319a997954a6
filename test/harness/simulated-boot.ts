import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RunRecord } from '../../core/ports/records';
import { ownEntry } from '../../lab/services/own-process';
import { openStore } from '../../store';
import { builtCli } from '../../laboratory/home/built-cli';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { eventually } from '../../laboratory/home/eventually';
import { killNow, pidOf } from '../../laboratory/home/home-processes';

const services = ['supervisor', 'worker', 'engine', 'model-server'] as const;

/** Whatever a home has running ends as it does with the machine; its records of processes are of the boot before. */
export async function bootMachine(home: EspalierHome): Promise<void> {
  for (const service of services) {
    const pid = await pidOf(home, service);
    if (pid !== null) await killNow(pid);
  }
  const { processes } = home.folder;
  for (const name of readdirSync(processes).filter((file) => file.endsWith('.json'))) {
    const text = readFileSync(join(processes, name), 'utf8');
    // The pids are taken anew: by this process, which must be left alone.
    const before = text
      .replace(/"bootId": "[^"]*"/, '"bootId": "of the boot before"')
      .replace(/"pid": \d+/, `"pid": ${String(process.pid)}`);
    writeFileSync(join(processes, name), before);
  }
}

/** As systemd starts it after a boot: the supervisor in nobody's terminal, with the settings of the unit. */
export function startSupervisorAlone(home: EspalierHome): void {
  builtCli();
  spawn(process.execPath, [ownEntry('supervisor-main'), '{}'], {
    env: home.environment,
    stdio: 'ignore',
    detached: true,
  }).unref();
}

/** Waits until the record of a run is as it should be, and starts nothing by it. */
export function runBecomes(
  home: EspalierHome,
  run: string,
  wanted: (record: RunRecord) => boolean,
): Promise<RunRecord> {
  return eventually(
    `what run ${run} should become`,
    async () => {
      const store = await openStore({ path: home.folder.store, readOnly: true });
      try {
        const record = await store.runs.run(run);
        return record !== null && wanted(record) ? record : null;
      } finally {
        await store.close();
      }
    },
    { withinMs: 240_000, everyMs: 300 },
  );
}
