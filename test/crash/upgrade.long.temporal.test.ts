import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { bundleFiles } from '../../config/workflow-bundle';
import { eventually } from '../../laboratory/home/eventually';
import { exportDifference, exportedRun } from '../../laboratory/home/exported-run';
import type { ExportedRun } from '../../laboratory/home/exported-run';
import { journalOf } from '../../laboratory/home/journal';
import { copyPackage } from '../harness/package-copy';
import type { PackageCopy } from '../harness/package-copy';
import { arrivalsOf, requestsOf } from '../../laboratory/home/request-log';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { runBecomes } from '../harness/simulated-boot';
import { momentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import { crashHome, crashRun, finished, undisturbedRun } from './crash-run';

jest.setTimeout(600_000);

/** A look opens the store. */
const lookEvery = { everyMs: 100 };

/**
 * The package after an upgrade: each run and each expansion takes one step more, so no history of the old one can be
 * replayed, whatever was in flight when its worker went.
 */
function upgraded(): PackageCopy {
  const copy = copyPackage();
  const code = join(copy.folder, 'dist', bundleFiles.code);
  const heads = ['async function runWindow(input) {', 'async function expandNode(input) {'];
  const text = heads.reduce(
    (before, head) => {
      expect(before.split(head)).toHaveLength(2);
      return before.replace(head, `${head}\n    await (0, workflow_1.sleep)(1);`);
    },
    readFileSync(code, 'utf8'),
  );
  writeFileSync(code, text);
  const facts = { version: '0.2.0', sha256: 'f'.repeat(64) };
  writeFileSync(join(copy.folder, 'dist', bundleFiles.facts), JSON.stringify(facts));
  return copy;
}

/** An export without the code that its workflows were started with last. */
function withoutBundle({ 'run.json': facts = '', ...files }: ExportedRun): ExportedRun {
  const member = /"bundle":\{[^}]*\},/;
  expect(facts).toMatch(member);
  return { ...files, 'run.json': facts.replace(member, '') };
}

describeWithTemporal('a run that is under way when espalier is upgraded', () => {
  describeWithSandbox('in a sandbox', () => {
    it('says that it waits, and goes on from the store once the new code has a supervisor', async () => {
      const undisturbed = await undisturbedRun();
      const before = crashHome();
      const copy = upgraded();
      const after = crashHome({ root: before.folder.root, cli: copy.cli });
      const { run } = undisturbed;
      try {
        await before.run(...crashRun, '--detach');
        await eventually(
          'eight answers',
          async () => {
            const calls = await journalOf(before, run);
            return calls.filter(({ state }) => state === 'answered').length >= 8 ? calls : null;
          },
          lookEvery,
        );
        await before.run('down');
        const death = await momentOfDeath(before);

        // A worker of the new code would take up what the engine has; it must not do so in silence.
        const waits = `Other workflow code than works here now has started ${run}`;
        expect((await after.run('run', 'show', run)).stderr).toContain(waits);
        expect((await after.run('run', 'list')).stderr).toContain(waits);
        expect((await after.run('doctor')).stdout).toContain(`run ${run} waits`);
        const steered = await after.run('run', 'steer', 'pause', run);
        expect([steered.code, steered.stderr]).toEqual([
          3,
          expect.stringContaining('they wait') as string,
        ]);

        // What `run resume` does, the supervisor does unasked.
        await after.run('up');
        await runBecomes(after, run, ({ status }) => status === 'completed');
        const log = readFileSync(join(after.folder.logs, 'supervisor.log'), 'utf8');
        expect(log).toContain('its workflows are ended, and espalier 0.2.0');
        const shown = await after.run('run', 'show', run, '--json');
        expect(finished(shown)).toMatchObject({ status: 'completed', unscored: 0 });
        expect((await after.run('run', 'show', run)).stderr).not.toContain('Other workflow code');

        const exported = withoutBundle(await exportedRun(after, run));
        expect(exportDifference(withoutBundle(undisturbed.exported), exported)).toBeNull();
        const arrivals = arrivalsOf(requestsOf(after));
        expect([...arrivals.keys()].sort()).toEqual([...undisturbed.arrivals.keys()].sort());
        const repeated = [...arrivals]
          .filter(([, count]) => count > 1)
          .map(([identity]) => identity);
        expect([...death.inFlight]).toEqual(expect.arrayContaining(repeated));
      } finally {
        await after.dispose();
        await before.dispose();
        copy.dispose();
      }
    });
  });
});
