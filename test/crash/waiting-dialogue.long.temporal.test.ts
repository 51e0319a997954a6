import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { bundleFiles } from '../../config/workflow-bundle';
import { createHome, documentOf } from '../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { eventually } from '../../laboratory/home/eventually';
import { exportDifference, exportedRun } from '../../laboratory/home/exported-run';
import type { ExportedRun } from '../../laboratory/home/exported-run';
import { processesOf } from '../../laboratory/home/machine-processes';
import { openStore } from '../../store';
import { runBecomes } from '../harness/simulated-boot';
import { copyPackage } from '../harness/package-copy';
import type { PackageCopy } from '../harness/package-copy';
import { arrivalsOf, requestsOf } from '../../laboratory/home/request-log';
import { describeWithTemporal } from '../prerequisites';

jest.setTimeout(600_000);

/** Never right, and shown the tests that judge, so that a person is asked after each round. */
const refine = [
  ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', 'refine'],
  ...['--competence', '0', '--feedback', 'person', '--feedback-tests', 'same', '--json'],
];
const asked = [...refine, '--problems', 'Bundled/0', '--max-rounds', '3'];
const problem = 'Bundled/0';
const words = ['It keeps none of them.', 'Now it keeps too many.'] as const;

/** The package after an upgrade: a dialogue takes one step more, so no history of the old one can be replayed. */
function upgraded(): PackageCopy {
  const copy = copyPackage();
  const code = join(copy.folder, 'dist', bundleFiles.code);
  const text = readFileSync(code, 'utf8');
  const head = 'async function refineSolution(input) {';
  expect(text.split(head)).toHaveLength(2);
  writeFileSync(code, text.replace(head, `${head}\n    await (0, workflow_1.sleep)(1);`));
  const facts = { version: '0.2.0', sha256: 'f'.repeat(64) };
  writeFileSync(join(copy.folder, 'dist', bundleFiles.facts), JSON.stringify(facts));
  return copy;
}

/** Without the code that its workflows were started with last. */
function withoutBundle({ 'run.json': facts = '', ...files }: ExportedRun): ExportedRun {
  return { ...files, 'run.json': facts.replace(/"bundle":\{[^}]*\},/, '') };
}

/** Looks at the store, which costs less than a command does. */
async function waitsFor(home: EspalierHome, run: string, round: string): Promise<void> {
  const store = await openStore({ path: home.folder.store, readOnly: true });
  try {
    await eventually(
      `a person to be asked about ${round}`,
      async () => {
        const [attempt] = await store.runs.attempts(run, problem);
        const words = `a person is to say something of ${round}`;
        return attempt?.waiting?.includes(words) === true ? true : null;
      },
      { everyMs: 100 },
    );
  } finally {
    await store.close();
  }
}
/** What `run show` says of a dialogue that waits. */
async function showsThatItWaits(home: EspalierHome, run: string, round: string): Promise<string> {
  await waitsFor(home, run, round);
  const { stdout } = await home.run('run', 'show', run, problem);
  expect(stdout).toContain(`waiting: a person is to say something of ${round}`);
  return stdout;
}
const say = (home: EspalierHome, run: string, text: string, round: string) =>
  home.run('run', 'steer', 'feedback', run, problem, text, '--round', round, '--json');
const ended = async (home: EspalierHome, run: string) => {
  await runBecomes(home, run, ({ status }) => status === 'completed');
  return documentOf(await home.run('run', 'show', run, '--json'));
};

/** What it comes to when the same words are said and nothing else happens. */
async function undisturbed(home: EspalierHome): Promise<ExportedRun> {
  const run = String(documentOf(await home.run(...asked, '--detach'))['run']);
  for (const [index, text] of words.entries()) {
    const round = `r${String(index + 1)}`;
    await waitsFor(home, run, round);
    expect((await say(home, run, text, round)).code).toBe(0);
  }
  await runBecomes(home, run, ({ status }) => status === 'completed');
  return exportedRun(home, run);
}

describeWithTemporal('a dialogue that waits for a person', () => {
  /** Nothing happens to what runs here. */
  let calm: EspalierHome;
  beforeAll(() => {
    calm = createHome();
  });
  afterAll(() => calm.dispose());

  it('goes on when its state folder was copied to another place, without an engine, and under other code', async () => {
    const before = createHome();
    const folder = mkdtempSync(join(tmpdir(), 'espalier-moved-'));
    const root = join(folder, 'elsewhere');
    const copy = upgraded();
    const after = createHome({ root, cli: copy.cli });
    try {
      const run = String(documentOf(await before.run(...asked, '--detach'))['run']);
      const shown = await showsThatItWaits(before, run, 'r1');
      expect(shown).toContain(`espalier run steer feedback ${run} ${problem} 'WORDS' --round r1`);
      await before.run('down');
      expect(processesOf(before.folder.root)).toEqual([]);

      cpSync(before.folder.root, root, { recursive: true });
      for (const suffix of ['', '-wal', '-shm']) {
        rmSync(`${after.folder.engineDatabase}${suffix}`, { force: true });
      }
      const watching = after.start('run', 'resume', run, '--json');
      await eventually('the watcher to say that it waits', () =>
        watching.notes().includes('1 waiting: a person is to say something of r1') ? true : null,
      );
      process.kill(watching.pid, 'SIGINT');
      const left = await watching.end;
      expect([left.code, documentOf(left)]).toEqual([0, { run, status: 'running' }]);

      const both = await Promise.all([
        say(after, run, words[0], 'r1'),
        say(after, run, words[0], 'r1'),
      ]);
      expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
      const second = both.find(({ code }) => code === 2);
      expect(second?.stdout).toMatch(
        /somebody has answered already|r2 is being made already|the newest round is r2, no longer r1/,
      );

      await showsThatItWaits(after, run, 'r2');
      expect((await say(after, run, words[1], 'r2')).code).toBe(0);
      expect(await ended(after, run)).toMatchObject({
        repeatedCalls: 0,
        dialogue: { sources: { person: 2 }, withPeople: 1 },
      });
      expect(new Set(arrivalsOf(requestsOf(after)).values())).toEqual(new Set([1]));
      const late = await say(after, run, 'Too late.', 'r3');
      expect([late.code, documentOf(late)]).toMatchObject([2, { error: { code: 'NOT_RUNNING' } }]);

      const exported = withoutBundle(await exportedRun(after, run));
      expect(exportDifference(withoutBundle(await undisturbed(calm)), exported)).toBeNull();
    } finally {
      await before.dispose();
      await after.dispose();
      copy.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('reminds, and is answered by a simulated person when nobody comes', async () => {
    // Reminders come after 7 and 14 s, so the test has time to see one.
    const hours = ['--remind-hours', '0.002', '--expire-hours', '0.0055'];
    const end = await calm.run(...refine, '--problems', problem, ...hours);
    expect(end.stderr).toMatch(/a person is to say something of r1 \(reminder [12]\)/u);
    expect([end.code, documentOf(end)]).toMatchObject([
      0,
      { completed: 1, dialogue: { sources: { human: 1 }, withPeople: 0 } },
    ]);
  });
});
