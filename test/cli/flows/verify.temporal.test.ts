import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { eventually } from '../../../laboratory/home/eventually';
import {
  allProcesses,
  commandLineOf,
  environmentOf,
  isGone,
} from '../../../laboratory/home/machine-processes';
import { itLong } from '../../long';
import { describeWithTemporal } from '../../prerequisites';

/** Each rerun starts an engine and a worker of its own, on a machine that may be busy. */
jest.setTimeout(240_000);

/** Replies that must be asked for again, or that nothing can be made of: they are answered again like all others. */
const faults = { refusal: 0.1, malformed: 0.2, cutOff: 0.1 };

/** One whose values are no data, and one whose values are. */
const ownProblems = [
  {
    ...{ task_id: 'Own/0', entry_point: 'box', prompt: 'def box(x):\n    """ A box of x. """\n' },
    canonical_solution: '    class Box: pass\n    made = Box()\n    made.x = x\n    return made\n',
    test: 'def check(candidate):\n    assert candidate(3).x == 3\n',
  },
  {
    ...{ task_id: 'Own/1', entry_point: 'twice', prompt: 'def twice(x):\n    """ Twice x. """\n' },
    canonical_solution: '    return 2 * x\n',
    test: 'def check(candidate):\n    assert candidate(3) == 6\n',
  },
];
const ownPrograms = ownProblems.map(({ task_id, prompt, canonical_solution }) => ({
  ...{ task_id, dataset: 'own', model: 'm', method: 'direct', source: 's' },
  ...{ program: prompt + canonical_solution, recorded_pass: true },
}));

describeWithTemporal('verifying a run', () => {
  /** Where reruns make their folders: whatever is left in it is left by them. */
  let scratch: string;
  let home: EspalierHome;
  let tree: string;
  let single: string;
  /** Ids of runs in the state folder. */
  let dialogue: string;
  let refused: string;
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'espalier-scratch-'));
    home = createHome({
      environment: { ESPALIER_SIMULATED_FAULTS: JSON.stringify(faults), TMPDIR: scratch },
    });
    tree = await exported('code-tree', '--limit', '3', '--budget', '4');
    single = await exported('direct', '--limit', '2');
    dialogue = await start('refine', '--limit', '2', '--feedback', 'human', '--max-rounds', '1');
    refused = await startOwn();
    // What is done again needs none of the home's services; and nothing may ask its endpoint.
    await home.run('down');
  });
  afterEach(() => {
    expect(readdirSync(scratch)).toEqual([]);
    const inScratch = (text: string): boolean => text.includes(`${scratch}/`);
    const left = allProcesses().filter((pid) => !isGone(pid));
    const ofReruns = left.filter((pid) =>
      [commandLineOf(pid), ...environmentOf(pid)].some(inScratch),
    );
    expect(ofReruns.map(commandLineOf)).toEqual([]);
  });
  afterAll(async () => {
    await home.dispose();
    rmSync(scratch, { recursive: true, force: true });
  });

  const verify = (place: string) => home.run('verify', place, '--json');
  const linesOf = (folder: string, name: string): readonly string[] =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');

  async function start(method: string, ...flags: readonly string[]): Promise<string> {
    const dataset = ['--dataset', 'bundled', '--model', 'simulated', '--method', method];
    const end = await home.run('run', 'start', ...dataset, ...flags, '--json');
    return String(documentOf(end)['run']);
  }

  /** A run of which one problem has no verdict: it is refused for its level. */
  async function startOwn(): Promise<string> {
    const file = (name: string, rows: readonly object[]): string => {
      const path = join(home.folder.root, name);
      writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      return path;
    };
    const dataset = file('own.jsonl', ownProblems);
    const bank = file('bank.jsonl', ownPrograms);
    const asked = ['--dataset', dataset, '--model', `recorded:${bank}`, '--method', 'direct'];
    const end = await home.run('run', 'start', ...asked, '--assurance', 'data', '--json');
    expect(documentOf(end)).toMatchObject({ completed: 1, unscored: 1 });
    return String(documentOf(end)['run']);
  }

  /** A folder of the run's name in the state folder. */
  async function exported(method: string, ...flags: readonly string[]): Promise<string> {
    const run = await start(method, ...flags);
    const folder = join(home.folder.root, `exported-${method}`);
    const end = await home.run('run', 'export', run, folder, '--with-calls');
    expect([end.code, end.stderr]).toEqual([0, '']);
    return folder;
  }

  /** A copy of a folder in which a file has other lines. */
  function changed(
    folder: string,
    name: string,
    change: (lines: readonly string[]) => readonly string[],
  ): string {
    const copy = mkdtempSync(join(home.folder.root, 'changed-'));
    cpSync(folder, copy, { recursive: true });
    writeFileSync(
      join(copy, name),
      change(linesOf(folder, name))
        .map((line) => `${line}\n`)
        .join(''),
    );
    return copy;
  }

  it('does a search of a folder again, though its endpoint is gone, to the same bytes', async () => {
    const end = await verify(tree);
    const answers = linesOf(tree, 'calls.jsonl').length;
    expect([end.code, documentOf(end)]).toMatchObject([
      0,
      { same: true, answers, differences: [], unanswered: [], otherCode: null },
    ]);
    expect(documentOf(end)['files']).toEqual([
      ...['samples.jsonl', 'calls.jsonl', 'problems.jsonl', 'trace.jsonl', 'run.json'],
    ]);
  });

  itLong('does a run again of which problems were refused for their level', async () => {
    const end = await verify(refused);
    expect([end.code, documentOf(end)]).toMatchObject([0, { same: true, unanswered: [] }]);
  });

  it('does a dialogue of the state folder again, by its id', async () => {
    const end = await home.run('verify', dialogue);
    expect([end.code, end.stdout]).toEqual([
      0,
      expect.stringMatching(/^5 files the same, from \d+ answers\n$/u),
    ]);
  });

  it('finds a reply that was changed by what its program comes to', async () => {
    const folder = changed(single, 'calls.jsonl', (lines) =>
      lines.map((line) => line.replaceAll('    return ', '    return 1, ')),
    );
    const end = await verify(folder);
    expect([end.code, documentOf(end)]).toMatchObject([1, { same: false, unanswered: [] }]);
    const differences = documentOf(end)['differences'] as { file: string }[];
    expect(differences.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['samples.jsonl', 'trace.jsonl']),
    );
    expect(differences.map(({ file }) => file)).not.toContain('calls.jsonl');
  });

  itLong('names a question that the folder lacks, and does not ask it', async () => {
    const last = linesOf(tree, 'calls.jsonl').at(-1) ?? '';
    const { identity, role } = JSON.parse(last) as Record<string, string>;
    const folder = changed(tree, 'calls.jsonl', (lines) => lines.slice(0, -1));
    const end = await verify(folder);
    expect([end.code, documentOf(end)]).toMatchObject([
      1,
      { same: false, files: [], unanswered: [{ identity, role, problem: 'Bundled/2' }] },
    ]);
  });

  itLong('leaves nothing behind when it is interrupted', async () => {
    const verifying = home.start('verify', tree, '--json');
    await eventually('a worker', () => (verifying.notes().includes('a worker') ? true : null));
    process.kill(verifying.pid, 'SIGINT');
    const end = await verifying.end;
    expect([end.code, documentOf(end)]).toMatchObject([1, { error: { code: 'INTERRUPTED' } }]);
  });
});
