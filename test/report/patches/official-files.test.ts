import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSamples } from '../../../datasets';
import { exportRun } from '../../../report/export/export-run';
import { writeOfficialFiles } from '../../../report/patches/official-files';
import { patchCounts } from '../../../report/patches/patch-counts';
import { SmallRun } from '../small-run';
import { failingLog, passingLog, patchRun } from './patch-run';
import type { PlayedPatch } from './patch-run';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-official-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const resolved: PlayedPatch = { patch: 'diff a\n', outcome: { kind: 'passed' }, log: passingLog };
const unresolved: PlayedPatch = {
  ...{ patch: 'diff b\n', outcome: { kind: 'failed', error: 'f' }, log: failingLog, exit: 1 },
  dropped: [{ path: 'conftest.py', reason: 'test configuration' }],
};
const empty: PlayedPatch = { patch: '', outcome: null };
const notApplied: PlayedPatch = {
  patch: 'no diff\n',
  outcome: { kind: 'raised', detail: 'not-applied', error: 'The patch does not apply.' },
};
const timedOut: PlayedPatch = {
  ...{ patch: 'diff c\n', outcome: { kind: 'timed-out' }, log: 'PASSED t/test_a.py::f\n' },
  timedOut: true,
};
const tampered: PlayedPatch = {
  patch: 'diff d\n',
  outcome: { kind: 'failed', detail: 'tampering', error: 'exit code and log differ' },
  log: passingLog,
};
const unscored: PlayedPatch = { patch: '', outcome: null, cause: 'needs-python 3.6: none' };
const all = [resolved, unresolved, empty, notApplied, timedOut, tampered, unscored];

const read = async (...path: readonly string[]): Promise<string> =>
  readFile(join(folder, ...path), 'utf8');
const json = async (...path: readonly string[]): Promise<unknown> =>
  JSON.parse(await read(...path));

async function modelOf(): Promise<string> {
  const names = await readdir(folder);
  return (names.find((name) => name.endsWith('.run-1.json')) ?? '').replace('.run-1.json', '');
}

describe('the official files of a run on repository tasks', () => {
  it('report each patch once, as the harness counts it', async () => {
    const { run, record } = await patchRun(all);
    await writeOfficialFiles(run.store, record, folder);
    expect(await json(`${await modelOf()}.run-1.json`)).toMatchObject({
      total_instances: 7,
      submitted_instances: 7,
      resolved_ids: ['o__r-1'],
      unresolved_ids: ['o__r-2', 'o__r-6'],
      empty_patch_ids: ['o__r-3', 'o__r-7'],
      error_ids: ['o__r-4', 'o__r-5'],
      ambiguous_failure_ids: ['o__r-5'],
      failure_reasons: { 'o__r-5': 'tests_timed_out' },
      incomplete_ids: [],
      schema_version: 2,
    });
  });

  it('hold a folder for each patch, with a report only if there is a result', async () => {
    const { run, record } = await patchRun(all);
    await writeOfficialFiles(run.store, record, folder);
    const logs = join('logs', 'run_evaluation', 'run-1', await modelOf());
    const files = async (id: string): Promise<readonly string[]> =>
      (await readdir(join(folder, logs, id))).toSorted();
    const judged = ['eval.sh', 'patch.diff', 'report.json', 'run_instance.log', 'test_output.txt'];
    expect(await readdir(join(folder, logs))).toHaveLength(5);
    expect(await files('o__r-1')).toEqual(judged);
    expect(await files('o__r-4')).toEqual(['eval.sh', 'patch.diff', 'run_instance.log']);
    expect(await files('o__r-5')).not.toContain('report.json');
    const test = 't/test_a.py';
    expect(await json(logs, 'o__r-2', 'report.json')).toMatchObject({
      'o__r-2': {
        ...{ patch_successfully_applied: true, resolved: false },
        tests_status: {
          FAIL_TO_PASS: { success: [], failure: [`${test}::f`] },
          PASS_TO_PASS: { success: [`${test}::p`], failure: [] },
        },
      },
    });
    const log = await read(logs, 'o__r-2', 'run_instance.log');
    expect(log).toContain('Put back before the tests: conftest.py (test configuration)');
    expect(await read(logs, 'o__r-4', 'run_instance.log')).toContain('>>>>> Patch Apply Failed');
  });

  it('do not resolve a patch that tampers, whatever its log says', async () => {
    const { run, record } = await patchRun([tampered]);
    await writeOfficialFiles(run.store, record, folder);
    const logs = join('logs', 'run_evaluation', 'run-1', await modelOf(), 'o__r-1');
    expect(await json(logs, 'report.json')).toMatchObject({ 'o__r-1': { resolved: false } });
    expect(await read(logs, 'run_instance.log')).toContain('Tampered:\nexit code and log differ');
  });

  it('can be read as predictions again', async () => {
    const { run, record } = await patchRun(all);
    await writeOfficialFiles(run.store, record, folder);
    const problems = all.map((_, at) => `o__r-${String(at + 1)}`);
    for (const name of ['preds.json', 'all_preds.jsonl']) {
      const { samples } = await readSamples(join(folder, name), { problems });
      expect(samples.map(({ text }) => text).filter(Boolean)).toHaveLength(5);
    }
  });

  it('have the trajectory of an agent with a shell, in the form of SWE-agent', async () => {
    const { run, record } = await patchRun([resolved]);
    await writeOfficialFiles(run.store, record, folder);
    const place = ['trajs', await modelOf(), 'o__r-1', 'o__r-1.traj'];
    expect(await json(...place)).toMatchObject({
      trajectory: [{ action: 'ls', observation: 'Output:\na.py', extra_info: { exit_code: 0 } }],
      history: [{ role: 'assistant' }, { role: 'user', content: 'Output:\na.py' }],
      info: { exit_status: 'submitted', submission: 'diff a\n', model_stats: { api_calls: 1 } },
    });
  });

  it('are part of the export of the run', async () => {
    const { run } = await patchRun([resolved, unscored]);
    const options = { store: run.store, runId: run.id, directory: folder, force: true };
    const { files, further } = await exportRun({ ...options, partial: true });
    const report = `${await modelOf()}.run-1.json`;
    expect(files).toEqual(['samples.jsonl', 'trace.jsonl', 'run.json']);
    const expected = ['all_preds.jsonl', 'logs/', 'preds.json', 'trajs/', report];
    expect([...further].sort()).toEqual(expected.sort());
    // Without a verdict the second task is left out, as in the other files.
    expect(await json(report)).toMatchObject({ submitted_ids: ['o__r-1'] });
  });

  it('are not part of the export of a run on other problems', async () => {
    const run = new SmallRun();
    await run.play();
    const options = { store: run.store, runId: run.id, directory: folder, force: true };
    const { further } = await exportRun({ ...options, partial: false });
    expect(further).toEqual([]);
    await expect(
      writeOfficialFiles(run.store, (await run.store.runs.run(run.id)) ?? fail(), folder),
    ).rejects.toMatchObject({ code: 'NO_PATCHES' });
  });
});

function fail(): never {
  throw new Error('the run is not there');
}

it('counts what became of patches, and causes by status', async () => {
  const { run, record } = await patchRun(all);
  expect(await patchCounts(run.store, record)).toEqual({
    ...{ resolved: 1, unresolved: 1, notApplied: 1, timedOut: 1, tampered: 1, empty: 1 },
    ...{ unscored: 1, causes: { 'needs-python 3.6': 1 } },
  });
});
