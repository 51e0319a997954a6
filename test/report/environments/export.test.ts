import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { importEnvironments } from '../../../lab/environments/import-environments';
import { exportEnvironments } from '../../../report/environments/export/export-environments';
import type { ExportForm } from '../../../report/environments/export/export-environments';
import { readExport } from '../../../report/environments/export/read-export';
import {
  listRepositories,
  repositoryListLines,
} from '../../../report/environments/environment-list';
import { funnelDocument } from '../../../report/environments/funnel-document';
import { funnelLines } from '../../../report/environments/funnel-lines';
import {
  findEnvironmentRun,
  loadRepositories,
} from '../../../report/environments/load-repositories';
import { repositoryLines } from '../../../report/environments/repository-lines';
import { sha256Of } from '../../fakes/memory-blobs';
import { createMemoryStore } from '../../fakes/memory-store';
import { clampSource, runId, smallEnvironment, smallHash } from './small-environment';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-export-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function exported(
  form: ExportForm,
  store?: Awaited<ReturnType<typeof smallEnvironment>>,
  name: string = form,
): Promise<string> {
  const from = store ?? (await smallEnvironment());
  const directory = join(folder, name);
  await exportEnvironments({
    ...{ store: from, directory, form, force: false, archives: false },
    run: await findEnvironmentRun(from, runId),
    harbor:
      form === 'harbor'
        ? { image: 'tools:{environment}', grade: 'grade {id}', folder: '/repository' }
        : null,
  });
  return directory;
}

function filesOf(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(directory.length + 1), readFileSync(path, 'utf8')]),
  );
}

test('an export that is imported elsewhere exports the same bytes again', async () => {
  const directory = await exported('instances');
  const other = createMemoryStore();
  expect(await importEnvironments(other, directory)).toEqual({
    run: runId,
    instances: 1,
    archives: 0,
  });
  const again = await exported('instances', other, 'again');
  expect(filesOf(again)).toEqual(filesOf(directory));
  await expect(importEnvironments(other, directory)).rejects.toMatchObject({ code: 'RUN_KNOWN' });
});

test('what was imported is said to be, on every page, and what was built here is not', async () => {
  const built = await smallEnvironment();
  const other = createMemoryStore();
  await importEnvironments(other, await exported('instances', built));
  for (const [store, words] of [
    [built, []],
    [other, ['list', 'funnel', 'page']],
  ] as const) {
    const run = await findEnvironmentRun(store, runId);
    const repositories = await loadRepositories(store, run);
    const pages = {
      list: repositoryListLines(await listRepositories(store)),
      funnel: funnelLines(await funnelDocument(store, run, repositories)),
      page: repositories.flatMap((one) => repositoryLines(one, [])),
    };
    const said = Object.entries(pages).filter(([, lines]) => lines.join('').includes('imported'));
    expect(said.map(([name]) => name)).toEqual(words);
  }
});

test('a run that is called as another configuration would be is not imported', async () => {
  const directory = await exported('instances');
  const change = (name: string, from: string, to: string): void => {
    const path = join(directory, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  };
  const before = sha256Of(readFileSync(join(directory, 'run.json'), 'utf8'));
  change('run.json', '"mutation":0.8', '"mutation":0.1');
  change('export.json', before, sha256Of(readFileSync(join(directory, 'run.json'), 'utf8')));
  expect((await readExport(directory)).faults).toEqual([]);
  const other = createMemoryStore();
  await expect(importEnvironments(other, directory)).rejects.toMatchObject({
    code: 'EXPORT_DAMAGED',
    message: expect.stringContaining('is not that of its configuration') as unknown,
  });
  expect(await other.runs.runs()).toEqual([]);
});

test('an import that was broken off is gone on with, and keeps the environments that are here', async () => {
  const directory = await exported('instances');
  const other = createMemoryStore();
  const [record] = (await readExport(directory)).environments;
  if (record === undefined) throw new Error('no environment was exported');
  const own = { ...record, lacks: ['as it was built here'] };
  await other.environments.saveEnvironment(own);
  const runs = { ...other.runs, beginAttempt: () => Promise.reject(new Error('killed')) };
  await expect(importEnvironments({ ...other, runs }, directory)).rejects.toThrow('killed');
  await importEnvironments(other, directory);
  expect((await other.runs.run(runId))?.status).toBe((await readExport(directory)).status);
  expect(await other.environments.environment(record.sha256)).toEqual(own);
  await expect(importEnvironments(other, directory)).rejects.toMatchObject({ code: 'RUN_KNOWN' });
});

test('a file that was changed is named, and nothing is imported', async () => {
  const directory = await exported('instances');
  const path = join(directory, 'instances.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"MIT"', '"none"'));
  expect((await readExport(directory)).faults).toEqual([
    'instances.jsonl was changed',
    expect.stringMatching(/clamp#1 is not the one of its harness$/u),
  ]);
  const other = createMemoryStore();
  await expect(importEnvironments(other, directory)).rejects.toMatchObject({
    code: 'EXPORT_DAMAGED',
    exitCode: 1,
  });
  expect(await other.runs.runs()).toEqual([]);
});

test('an environment that is not what it is called is named, and nothing is imported', async () => {
  const directory = await exported('instances');
  const change = (name: string, edit: (text: string) => string): void => {
    const path = join(directory, name);
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
  };
  const before = sha256Of(readFileSync(join(directory, 'environments.jsonl'), 'utf8'));
  change('environments.jsonl', (text) => text.replace('1'.repeat(64), '6'.repeat(64)));
  const after = sha256Of(readFileSync(join(directory, 'environments.jsonl'), 'utf8'));
  change('export.json', (text) => text.replace(before, after));
  expect((await readExport(directory)).faults).toEqual([
    `environment ${smallHash} has files or an interpreter of another one`,
  ]);
  const other = createMemoryStore();
  await expect(importEnvironments(other, directory)).rejects.toMatchObject({
    code: 'EXPORT_DAMAGED',
  });
  expect(await other.environments.environments()).toEqual([]);
});

test('a manifest that names what lies outside, or is no file, is not followed', async () => {
  const directory = await exported('instances');
  symlinkSync('/dev/zero', join(directory, 'endless'));
  const manifest = join(directory, 'export.json');
  const told = JSON.parse(readFileSync(manifest, 'utf8')) as { files: Record<string, string> };
  const outside = `harnesses/${'../'.repeat(20)}dev/zero`;
  Object.assign(told.files, { endless: 'x', [outside]: 'x' });
  writeFileSync(manifest, JSON.stringify(told));
  expect((await readExport(directory)).faults).toEqual([
    'endless is missing',
    `${outside} is missing`,
  ]);
});

test('a repository that cannot be read is named', async () => {
  const directory = await exported('instances');
  const path = join(directory, 'run.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"filtered"', '"sieved"'));
  expect((await readExport(directory)).faults).toEqual([
    'run.json was changed',
    'run.json: people/tools is no repository of ours',
  ]);
});

test('what was changed and its sum with it does not agree with what refers to it', async () => {
  const resummed = async (name: string, from: string, to: string): Promise<readonly string[]> => {
    rmSync(folder, { recursive: true });
    const directory = await exported('instances');
    const path = join(directory, name);
    const text = readFileSync(path, 'utf8').replace(from, to);
    expect(text).toContain(to);
    writeFileSync(path, text);
    const manifest = join(directory, 'export.json');
    const told = JSON.parse(readFileSync(manifest, 'utf8')) as { files: Record<string, string> };
    told.files[name] = createHash('sha256').update(text).digest('hex');
    writeFileSync(manifest, JSON.stringify(told));
    const { faults } = await readExport(directory);
    await expect(importEnvironments(createMemoryStore(), directory)).rejects.toMatchObject({
      code: 'EXPORT_DAMAGED',
    });
    return faults;
  };
  expect(await resummed('instances.jsonl', '"killed":9', '"killed":10')).toEqual([
    expect.stringMatching(/clamp#1 is not the one of its harness$/u),
  ]);
  const [harness = ''] = Object.keys(filesOf(await exported('instances', undefined, 'x'))).filter(
    (name) => name.startsWith('harnesses/'),
  );
  expect(await resummed(harness, '"killed":9', '"killed":10')).toEqual([
    `${harness} is not what its name says`,
    expect.stringMatching(/clamp#1 is not the one of its harness$/u),
  ]);
});

test('every instance says where it is from, its licence, its lock, who made its cases and what was measured', async () => {
  const files = filesOf(await exported('r2e'));
  expect(JSON.parse(files['instances.jsonl'] ?? '')).toMatchObject({
    repository: {
      input: { kind: 'git', url: 'https://example.test/people/tools' },
      commit: 'c'.repeat(40),
      licence: 'MIT',
    },
    environment: { lock: '3'.repeat(64) },
    harness: { parts: [{ provenance: { generator: 'hypothesis', round: 1, seed: 7 } }] },
    measures: { mutation: { killed: 9, total: 10 }, flakes: [{ cause: 'order' }] },
  });
  expect(JSON.parse(files['instance.schema.json'] ?? '')).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
  });
  expect(JSON.parse(files['r2e.json'] ?? '')).toMatchObject([
    { function_id: { identifier: 'pkg.m.clamp' }, spec: 'Clamps.' },
  ]);
});

test.each([
  [0.5, 50],
  [null, 100],
])('a row of R2E has branches covered, %s, in percent: %s', async (branchCoverage, percentage) => {
  const store = await smallEnvironment({ measures: { branchCoverage, lineCoverage: 0.75 } });
  const files = filesOf(await exported('r2e', store));
  expect(files['r2e.json']).toContain(
    `"branch_coverage_percentage":${String(percentage)},"end_line":14,"line_coverage_percentage":75,"start_line":10`,
  );
});

test('the patches of a task take the body out of the repository and put it back', async () => {
  const files = filesOf(await exported('swe'));
  const row = JSON.parse(files['swe.jsonl'] ?? '') as {
    patch: string;
    setup_patch: string;
    test_patch: string;
  };
  const place = join(folder, 'repository');
  mkdirSync(join(place, 'pkg'), { recursive: true });
  const whole = `${'# above\n'.repeat(9)}${clampSource}\n\nEND = 1\n`;
  const path = join(place, 'pkg', 'm.py');
  writeFileSync(path, whole);
  const apply = (patch: string): void => {
    execFileSync('git', ['apply', '-'], { cwd: place, input: patch });
  };
  apply(row.setup_patch);
  expect(readFileSync(path, 'utf8')).toBe(
    `${'# above\n'.repeat(9)}def clamp(value, low, high):\n    """Clamps."""\n    raise NotImplementedError\n\n\nEND = 1\n`,
  );
  apply(row.patch);
  expect(readFileSync(path, 'utf8')).toBe(whole);
  apply(row.test_patch);
  expect(readFileSync(join(place, 'espalier_cases', 'part_0.py'), 'utf8')).toContain('case_1');
});

test('a task of SWE-bench names its commit, its interpreter and each case of each part', async () => {
  const files = filesOf(await exported('swe'));
  expect(JSON.parse(files['swe.jsonl'] ?? '')).toMatchObject({
    instance_id: 'people__tools__cccccccccccc__pkg__m.py__clamp__1',
    ...{ repo: 'people/tools', base_commit: 'c'.repeat(40), version: '3.11.7' },
    ...{ FAIL_TO_PASS: ['part_0::case_0', 'part_0::case_1'], PASS_TO_PASS: [] },
    created_at: null,
    problem_statement: expect.stringMatching(/`clamp` in `pkg\/m\.py`[^]*Clamps\.$/u) as unknown,
  });
});

test('the solution of a Harbor task puts the body into its place, and the task has it nowhere else', async () => {
  const files = filesOf(await exported('harbor'));
  const task = 'tasks/people__tools__cccccccccccc__pkg__m.py__clamp__1';
  expect(Object.keys(files).filter((name) => name.startsWith('tasks/'))).toHaveLength(5);
  expect(files[`${task}/tests/test.sh`]).toContain(
    "grade 'people/tools@cccccccccccc::pkg/m.py::clamp#1'",
  );
  expect(files[`${task}/environment/Dockerfile`]).toContain(`FROM tools:${smallHash}`);
  expect(files[`${task}/instruction.md`]).not.toContain('min(value');
  const place = join(folder, 'repository', 'pkg');
  mkdirSync(place, { recursive: true });
  const path = join(place, 'm.py');
  const stub = 'def clamp(value, low, high):\n    """Clamps."""\n    raise NotImplementedError\n';
  writeFileSync(path, `${'# above\n'.repeat(9)}${stub}\n\nEND = 1\n`);
  const script = (files[`${task}/solution/solve.sh`] ?? '').replaceAll(
    '/repository/',
    `${folder}/repository/`,
  );
  execFileSync('sh', ['-c', script]);
  expect(readFileSync(path, 'utf8')).toBe(`${'# above\n'.repeat(9)}${clampSource}\n\nEND = 1\n`);
});

test('a folder that is not empty is refused without force', async () => {
  const directory = await exported('instances');
  await expect(exported('instances')).rejects.toMatchObject({ code: 'EXPORT_NOT_EMPTY' });
  expect(readdirSync(directory)).toContain('export.json');
});
