import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { builtCli } from '../../laboratory/home/built-cli';
import { createHome } from '../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { processesOf } from '../../laboratory/home/machine-processes';
import { makeConsumer, runProgram } from '../harness/library-program';
import type { Consumer } from '../harness/library-program';
import { describeWithTemporal } from '../prerequisites';

const root = resolve(__dirname, '../..');

/** The program on the page, as it stands there. */
function programOf(page: string): string {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  return /^```js\n([\s\S]*?)^```$/mu.exec(text)?.[1] ?? '';
}

jest.setTimeout(180_000);

describeWithTemporal('the package, installed in somebody else’s folder', () => {
  let home: EspalierHome;
  let consumer: Consumer;
  beforeAll(() => {
    builtCli();
    home = createHome();
    consumer = makeConsumer();
  });
  afterAll(async () => {
    await home.dispose();
    consumer.dispose();
  });

  const run = (name: string, text: string) => {
    writeFileSync(join(consumer.folder, name), text);
    return runProgram(name, { folder: consumer.folder, home });
  };

  it('can be required, sees the runs that commands see, and ends though they go on', async () => {
    const left = await run(
      'left.cjs',
      `const { openLab } = require('espalier');
       const lab = openLab();
       (async () => {
         const { run } = await lab.start({ dataset: 'bundled', model: 'simulated', limit: 2, seed: 3 });
         const watching = new AbortController();
         const onProgress = () => watching.abort();
         const end = await lab.watch(run, { onProgress, signal: watching.signal });
         const listed = await lab.runs();
         console.log(JSON.stringify({ run, end, listed: listed.map((one) => one.run) }));
         await lab.close();
       })();`,
    );
    expect([left.code, left.stderr]).toEqual([0, '']);
    const told = JSON.parse(left.stdout) as { run: string; end: unknown; listed: string[] };
    expect([told.end, told.listed]).toEqual([
      { kind: 'left' },
      expect.arrayContaining([told.run]) as unknown,
    ]);
    expect((await home.run('run', 'resume', told.run, '--json')).code).toBe(0);
  });

  it('sweeps a grid, and stops at once when it is left', async () => {
    const swept = await run(
      'sweep.mjs',
      `import { openLab } from 'espalier';
       const lab = openLab();
       const grid = { dataset: ['bundled'], method: ['direct', 'cot'], model: ['simulated'], limit: 1, seed: 9 };
       const planned = await lab.planSweep(grid);
       const leaving = new AbortController();
       const left = await lab.sweep(grid, { signal: leaving.signal, onRun: () => leaving.abort() });
       const places = [];
       const { end, runs, tables } = await lab.sweep(grid, { onRun: (place) => places.push(place) });
       console.log(JSON.stringify({ left: left.end, end, places,
         begun: left.runs.length, alike: runs.every(({ run }, at) => run === planned[at].run),
         completed: runs.map(({ completed }) => completed), first: tables[0].name }));
       await lab.close();`,
    );
    expect([swept.code, swept.stderr]).toEqual([0, '']);
    expect(JSON.parse(swept.stdout)).toMatchObject({
      ...{ left: { kind: 'left' }, begun: 1, end: { kind: 'ended' } },
      ...{ alike: true, completed: [1, 1], first: 'methods' },
      places: [
        { number: 1, total: 2 },
        { number: 2, total: 2 },
      ],
    });
  });

  // It ends with `down`: after the tests that need what it takes down.
  it('starts, watches, reads and exports a run with the program of docs/library.md, and leaves nothing', async () => {
    const end = await run('page.mjs', programOf('library.md'));
    expect([end.code, end.stderr]).toEqual([0, expect.stringContaining('4 of 4')]);
    expect(end.stdout).toMatch(/^solved \d of 4, \d+ calls\nrun: code-tree-bundled-simulated-/u);
    expect(end.stdout).toContain('exported samples.jsonl, trace.jsonl, run.json');
    expect(readdirSync(join(consumer.folder, 'exported')).sort()).toEqual([
      'run.json',
      'samples.jsonl',
      'trace.jsonl',
    ]);
    expect(processesOf(home.folder.root)).toEqual([]);
  });

  it('throws errors that can be told apart, with code and remedy', async () => {
    const end = await run(
      'errors.mjs',
      `import { EspalierError, openLab, UsageError } from 'espalier';
       const lab = openLab();
       const failures = [
         () => lab.plan({ dataset: 'bundled', model: 'simulated', budget: 101 }),
         () => lab.plan({ dataset: 'bundled', model: 'simulated', method: 'magic' }),
         () => lab.read('nope'),
         () => lab.cancel('nope'),
       ];
       for (const work of failures) {
         await work().catch((error) =>
           console.log(error.code, error instanceof UsageError && error instanceof EspalierError, error.remedy !== ''));
       }
       await lab.close();`,
    );
    expect(end.stdout.trim().split('\n')).toEqual([
      'BAD_REQUEST true true',
      'UNKNOWN_METHOD true true',
      'RUN_UNKNOWN true true',
      'RUN_UNKNOWN true true',
    ]);
  });

  it('brings its types', () => {
    writeFileSync(
      join(consumer.folder, 'typed.ts'),
      `import { openLab, type Lab, type RunRequest } from 'espalier';
       const request: RunRequest = { dataset: 'bundled', model: 'simulated', samples: 2 };
       export async function solved(lab: Lab = openLab({ home: 'here' })): Promise<number | null> {
         const { run } = await lab.start(request);
         // @ts-expect-error a progress has counts, not a count
         await lab.watch(run, { onProgress: ({ count }) => { void count; } });
         return (await lab.read(run)).solved;
       }`,
    );
    const flags = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2022'];
    const types = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node'];
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const check = () =>
      execFileSync(process.execPath, [compiler, ...flags, ...types, '--skipLibCheck', 'typed.ts'], {
        cwd: consumer.folder,
        encoding: 'utf8',
      });
    expect(check()).toBe('');
  });
});
