import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHome } from '../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { openStore } from '../../store';
import { exportDifference, exportedRun } from '../../laboratory/home/exported-run';
import type { ExportedRun } from '../../laboratory/home/exported-run';
import { killWhile } from '../../laboratory/home/home-processes';
import type { Service } from '../../laboratory/home/home-processes';
import { whatIsLeft } from '../../laboratory/home/leftovers';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { finished, steadyProblems } from './crash-run';

jest.setTimeout(480_000);

/** A look opens the store. */
const lookEveryMs = 50;

/** More than two pages. */
const samplesEach = 70;
/** Programs of a problem, each its own by a remark behind it: enough that the evaluation has a middle. */
const programsEach = 25;

interface BankRow {
  readonly task_id: string;
  readonly program: string;
}

/** Right and wrong programs of the bundled bank, in turn. */
function writeSamples(path: string): void {
  const bank = readFileSync(join(__dirname, '../../datasets/bundled/bank.jsonl'), 'utf8');
  const rows = bank
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as BankRow);
  const lines = steadyProblems.flatMap((problem) => {
    const own = rows.filter(({ task_id: id }) => id === problem);
    return Array.from({ length: samplesEach }, (_, nth) => {
      const which = nth % programsEach;
      const program = own[which % own.length]?.program ?? '';
      const solution = `${program}\n# ${String(which)}\n`;
      return JSON.stringify({ task_id: problem, solution, nth });
    });
  });
  writeFileSync(path, lines.join('\n'));
}

/** Samples of the one run of a home that have a verdict. */
async function completedOf(home: EspalierHome): Promise<number> {
  if (!existsSync(home.folder.store)) return 0;
  const store = await openStore({ path: home.folder.store, readOnly: true });
  try {
    const [run] = await store.runs.runs();
    return run === undefined ? 0 : (await store.runs.counts(run.id)).completed;
  } finally {
    await store.close();
  }
}

describeWithTemporal('an evaluation whose processes are killed in the middle', () => {
  describeWithSandbox('with real boxes', () => {
    const total = samplesEach * steadyProblems.length;
    let undisturbed: { readonly document: object; readonly exported: ExportedRun };
    let home: EspalierHome;
    let folder: string;
    let samples: string;

    const evaluate = (): readonly string[] => [
      ...['evaluate', samples, '--dataset', 'bundled', '--allow-missing', '--json'],
    ];

    async function evaluated(): Promise<typeof undisturbed> {
      const document = finished(await home.run(...evaluate()));
      return { document, exported: await exportedRun(home, String(document['run'])) };
    }

    beforeEach(() => {
      home = createHome({ environment: { ESPALIER_SANDBOX: 'bubblewrap' } });
      folder = mkdtempSync(join(tmpdir(), 'espalier-samples-'));
      samples = join(folder, 'samples.jsonl');
      writeSamples(samples);
    });
    afterEach(async () => {
      await home.dispose();
      rmSync(folder, { recursive: true, force: true });
    });

    it('comes to an end by itself, with a verdict for each sample', async () => {
      undisturbed = await evaluated();
      expect(undisturbed.document).toMatchObject({
        total,
        completed: total,
        unscored: 0,
        calls: 0,
      });
      const { solved } = undisturbed.document as { readonly solved: number };
      expect(solved).toBeGreaterThan(0);
      expect(solved).toBeLessThan(total);
    });

    it('comes to the same end though its worker, its engine, and then all but the store are lost', async () => {
      const aside = `${samples}.aside`;
      const command = home.start(...evaluate());
      /** Kills a service once there are more verdicts than before, and tells how many there are. */
      const killAfter = (service: Service, before: number): Promise<number> =>
        killWhile(
          home,
          service,
          async () => {
            const completed = await completedOf(home);
            return completed > before && completed < total ? completed : null;
          },
          lookEveryMs,
        );
      const first = await killAfter('worker', 0);
      // What comes next is judged without the file.
      renameSync(samples, aside);
      const second = await killAfter('engine', first);
      await killAfter('worker', second);
      process.kill(command.pid, 'SIGKILL');
      await home.run('down');
      expect(await whatIsLeft(home)).toEqual([]);
      for (const suffix of ['', '-wal', '-shm']) {
        rmSync(`${home.folder.engineDatabase}${suffix}`, { force: true });
      }
      // The same command goes on with what is stored.
      renameSync(aside, samples);
      const again = await evaluated();
      expect(exportDifference(undisturbed.exported, again.exported)).toBeNull();
      await home.run('down');
      expect(await whatIsLeft(home)).toEqual([]);
    });
  });
});
