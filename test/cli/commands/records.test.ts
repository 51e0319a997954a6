import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { notBegun } from '../../../core/work/not-begun';
import { playDialogues } from '../../report/small-dialogues';
import { configOf, SmallRun } from '../../report/small-run';
import { inStore } from '../in-store';
import { useOwnHome } from '../sandbox/own-home';
import { runCommand } from '../sandbox/run-command';
import { documentOf, said } from '../said';

const own = useOwnHome();

/** Two runs that have ended, one that has not, one of a single problem, and a dialogue. */
beforeAll(() =>
  inStore(async (store) => {
    await new SmallRun('one', undefined, store).play();
    await new SmallRun('two', undefined, store).play(configOf({ seed: 8 }));
    const half = new SmallRun('half', undefined, store);
    await half.begin();
    const node = await half.node('HumanEval/0', { code: 'x', passes: true });
    await half.finish('HumanEval/0', half.result([node]));
    const dialogue = {
      rounds: [{ code: 'x', hidden: 'passed' as const }],
      stop: 'passed' as const,
    };
    await playDialogues({ id: 'talk', of: { 'HumanEval/0': dialogue } }, store);
  }),
);

const waiting = 'nothing works on half: `espalier run resume half` goes on';

describe('run list', () => {
  it('has the newest first, with what is done and solved, to the minute', async () => {
    const { code, lines, stderr } = await said('run', 'list');
    expect([code, lines[0]]).toEqual([0, 'run status done solved created']);
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(RegExp(`^talk completed 1/1 1 ${time}$`, 'u')),
      expect.stringMatching(RegExp(`^half running 1/2 1 ${time}$`, 'u')),
      expect.stringMatching(RegExp(`^two completed 2/2 1 ${time}$`, 'u')),
      expect.stringMatching(RegExp(`^one completed 2/2 1 ${time}$`, 'u')),
    ]);
    expect(stderr).toContain(`The engine does not run, so ${waiting}`);
    expect(stderr).toContain('Other workflow code than works here now has started half: ');
    expect(await documentOf('run', 'list')).toMatchObject([
      { run: 'talk' },
      { run: 'half', status: 'running', completed: 1, total: 2 },
      {},
      {},
    ]);
  });
});

describe('run show', () => {
  it('tells of a run, and of one under way what it waits for', async () => {
    const whole = await said('run', 'show', 'one');
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.lines).toEqual(
      expect.arrayContaining(['run one', 'completed 2 of 2', 'solved 1']),
    );
    const half = await said('run', 'show', 'half');
    expect([half.code, half.stderr]).toEqual([0, expect.stringContaining(waiting)]);
    expect(await documentOf('run', 'show', 'half')).toMatchObject({ run: 'half' });
  });

  it('lists the problems with what became of them, or those that are not solved', async () => {
    const { lines } = await said('run', 'show', 'one', '--problems');
    expect(lines.slice(-2)).toEqual(['HumanEval/0 solved', 'HumanEval/1 failed failed 1']);
    const failed = await said('run', 'show', 'one', '--failed');
    expect(failed.lines).toContain('HumanEval/1 failed failed 1');
    expect(failed.lines).not.toContain('HumanEval/0 solved');
    expect(await documentOf('run', 'show', 'one', '--problems')).toMatchObject({
      ...{ run: 'one', problems: [{ problem: 'HumanEval/0' }, { problem: 'HumanEval/1' }] },
    });
    expect(await documentOf('run', 'show', 'one', '--failed')).toMatchObject({
      problems: [{ problem: 'HumanEval/1', became: 'failed' }],
    });
  });

  it('shows the tree of a problem, and its prompts and replies only with --calls', async () => {
    const tree = await runCommand(['run', 'show', 'one', 'HumanEval/0']);
    expect(tree.stdout).toContain('HumanEval/0 · code-tree · completed · solved');
    expect(tree.stdout).not.toContain('solver, please');
    expect(tree.stdout).not.toContain('is with the engine');
    const calls = await runCommand(['run', 'show', 'one', 'HumanEval/0', '--calls']);
    expect(calls.stdout).toMatch(
      /critic, verification yes: fine\n\n=== root · thinker-strategies/u,
    );
    expect(calls.stdout).toContain('solver, please');
    expect(await documentOf('run', 'show', 'one', 'HumanEval/0')).toMatchObject({
      ...{ run: 'one', problem: 'HumanEval/0' },
      attempts: [{ attempt: { status: 'completed' }, calls: { length: 3 }, search: null }],
    });
  });

  it('says of a search that is under way that nobody answers for its tree', async () => {
    const { code, lines } = await said('run', 'show', 'half', 'HumanEval/1');
    expect([code, lines]).toEqual([
      0,
      [
        'HumanEval/1 · code-tree · running',
        'so far: 0 calls, 0 tokens, $0.0000',
        'its tree is with the engine, and nobody answers for it: `espalier run resume half` goes on',
      ],
    ]);
    const talk = await said('run', 'show', 'talk', 'HumanEval/0');
    expect(talk.lines.join('\n')).not.toContain('its tree');
  });

  it('lays several runs side by side in the order in which they are typed', async () => {
    const { lines } = await said('run', 'show', 'two', 'one');
    expect(lines[1]).toBe(' two one');
    expect(lines).toContain('seed 8 7');
    const documents = await documentOf('run', 'show', 'two', 'one');
    expect(documents).toMatchObject([{ run: 'two' }, { run: 'one' }]);
  });

  it('has the table of the paper of refinement for one that is named', async () => {
    const { code, lines } = await said('run', 'show', 'talk', '--paper');
    expect([code, lines[1]]).toEqual([0, 'model HE (HE+) MBPP (MBPP+) average (plus)']);
    expect(await documentOf('run', 'show', 'talk', '--paper')).not.toHaveProperty('run');
  });

  it('refuses --failed for two runs, flags that exclude each other, and unknown names', async () => {
    for (const [words, message] of [
      [['one', 'two', '--failed'], '--problems and --failed are of one run'],
      [['one', '--failed', '--calls'], '--failed and --calls cannot be given together'],
      [['one', '--paper', '--calls'], '--paper and --calls cannot be given together'],
      [['gone'], 'no run gone'],
      [['one', 'HumanEval/7'], 'run one has no problem HumanEval/7'],
    ] as const) {
      const { code, stderr } = await said('run', 'show', ...words);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});

describe('run export', () => {
  const folder = (name: string): string => join(own.folder(), name);

  it('says how much is in which files of which folder', async () => {
    const { code, lines } = await said('run', 'export', 'one', folder('e'));
    const files = 'samples.jsonl, trace.jsonl, run.json';
    expect([code, lines]).toEqual([0, [`2 samples in ${folder('e')}: ${files}`]]);
    expect(readdirSync(folder('e')).toSorted()).toEqual(files.split(', ').toSorted());
    expect(readFileSync(join(folder('e'), 'run.json'), 'utf8')).toContain('"one"');
  });

  it('replaces an earlier one only with --force, and has the calls only with --with-calls', async () => {
    await said('run', 'export', 'two', folder('again'));
    expect(await said('run', 'export', 'two', folder('again'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('add --force') as string,
    });
    expect(
      await documentOf('run', 'export', 'two', folder('again'), '--force', '--with-calls'),
    ).toEqual({
      directory: folder('again'),
      files: ['samples.jsonl', 'calls.jsonl', 'problems.jsonl', 'trace.jsonl', 'run.json'],
      ...{ samples: 2, traceLines: 5, leftOut: [], further: [] },
    });
  });

  it('is of an unfinished run only with --partial, and names what it leaves out', async () => {
    expect((await said('run', 'export', 'half', folder('half'))).code).toBe(1);
    const { code, lines, stderr } = await said(
      'run',
      'export',
      'half',
      folder('half'),
      '--partial',
    );
    expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^1 samples in /u)]);
    expect(stderr).toBe('left out, without a verdict: HumanEval/1 (running)\n');
    const again = ['run', 'export', 'half', folder('half'), '--partial', '--force'];
    expect(await documentOf(...again)).toMatchObject({ leftOut: ['HumanEval/1 (running)'] });
  });
});

describe('compare', () => {
  it('takes the first run as A and the second as B', async () => {
    const { code, lines } = await said('compare', 'two', 'one');
    expect([code, lines.slice(0, 2)]).toEqual([
      0,
      ['A two code-tree recorded:bbbb', 'B one code-tree recorded:bbbb'],
    ]);
    expect(await documentOf('compare', 'two', 'one')).toMatchObject({
      ...{ first: 'two', second: 'one', common: 2, both: 1, neither: 1 },
    });
  });
});

describe('report', () => {
  interface Study {
    readonly tables: readonly { readonly name: string; readonly rows: readonly unknown[] }[];
    readonly plots: readonly string[];
  }

  it('has the tables that are named, of all runs', async () => {
    const study = (await documentOf('report', 'one', 'two', '--tables', 'runs,methods')) as Study;
    expect(study.tables.map(({ name }) => name).toSorted()).toEqual(['methods', 'runs']);
    expect(study.tables.map(({ rows }) => rows.length)).toEqual([2, 2]);
    expect(study.plots).toEqual([]);
    const all = (await documentOf('report', 'one')) as Study;
    expect(all.tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['methods', 'curve', 'runs']),
    );
  });

  it('prints the format that is asked for', async () => {
    const first = async (...flags: readonly string[]) =>
      (await said('report', 'one', '--tables', 'methods', ...flags)).lines[0];
    expect(await first()).toMatch(/^Recorded answers of real models: pass@1/u);
    expect(await first('--format', 'csv')).toBe('# methods (recorded)');
    expect(await first('--format', 'latex')).toBe(String.raw`\begin{table}`);
    expect(await first('--format', 'json')).toMatch(/^\{"tables":\[\{"name":"methods"/u);
    expect((await said('report', 'one', '--format', 'pdf')).code).toBe(2);
  });

  it('refuses a folder of plots that cannot be written', async () => {
    const { code, stderr } = await said('report', 'one', '--plots', '/dev/null/plots');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('the plots could not be written into /dev/null/plots'),
    ]);
  });
});

describe('a run that has not begun', () => {
  it('is not one of other code, and keeps nobody waiting', async () => {
    await inStore(async (store) => {
      await store.runs.createRun('later', configOf());
      await store.runs.setRunStatus('later', 'paused', notBegun);
    });
    const { lines, stderr } = await said('run', 'list');
    expect(lines[1]).toMatch(/^later paused 0\/2 0 /u);
    expect(stderr).not.toContain('later');
  });
});
