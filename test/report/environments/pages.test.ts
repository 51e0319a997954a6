import type { Store } from '../../../core/ports/records';
import { noteTurn, repositoryNoteKey, stepNoteKey, tryKey } from '../../../core/work/note-keys';
import { funnelDocument } from '../../../report/environments/funnel-document';
import { funnelLines } from '../../../report/environments/funnel-lines';
import {
  functionListLines,
  listFunctions,
  listRepositories,
} from '../../../report/environments/environment-list';
import { functionDocument } from '../../../report/environments/function-document';
import { functionLines } from '../../../report/environments/function-lines';
import { findFunction } from '../../../report/environments/load-function';
import {
  findEnvironmentRun,
  loadRepositories,
  loadRepositoryNotes,
  loadStepNotes,
} from '../../../report/environments/load-repositories';
import type { LoadedRepository } from '../../../report/environments/load-repositories';
import { repositoryDocument } from '../../../report/environments/repository-document';
import { repositoryLines } from '../../../report/environments/repository-lines';
import { attemptLines } from '../../../report/attempt-lines';
import { loadAttempts } from '../../../report/load-attempts';
import { loadRun } from '../../../report/load-run';
import { runRows } from '../../../report/run-table';
import { runId, smallEnvironment, smallHash, stepNoteOf } from './small-environment';

async function opened(): Promise<{
  store: Store;
  repositories: readonly LoadedRepository[];
  repository: LoadedRepository;
}> {
  const store = await smallEnvironment();
  const repositories = await loadRepositories(store, await findEnvironmentRun(store, 'build'));
  const [repository] = repositories;
  if (repository === undefined) throw new Error('there is no repository');
  return { store, repositories, repository };
}

test('the funnel counts each stage, and says both denominators with intervals', async () => {
  const { store, repositories } = await opened();
  const document = await funnelDocument(
    store,
    await findEnvironmentRun(store, runId),
    repositories,
  );
  const { counts, summary, cost } = document.all;
  expect([counts.definitions, counts.candidates, counts.accepted]).toEqual([4, 3, 1]);
  expect(summary.validity.ofCandidates).toMatchObject({ count: 1, of: 3 });
  expect(summary.validity.ofRunnable).toMatchObject({ count: 1, of: 2 });
  expect(cost).toEqual({ cpuMs: 3500, wallMs: 6500, hereCpuMs: 2500, hereWallMs: 4500 });
  const text = funnelLines(document).join('\n');
  expect(text).toContain('definitions     4\n  no-docstring  -1\ncandidates      3\n');
  expect(text).toContain('  flaky(clock)  -1\n  open          -1\naccepted        1\n');
  expect(text).toMatch(/valid, of candidates +0\.333 \[0\.061, 0\.792\] \(1 of 3\)/u);
  expect(text).toMatch(/valid, of those that ran +0\.500 \[.*\] \(1 of 2\) +sliced 44 %/u);
  expect(text).toMatch(/ {2}assertion +100 % \(1\) +25 %/u);
  const none = (notAsked: number) => ({
    ...document,
    all: { ...document.all, counts: { ...counts, candidates: 0, notAsked } },
  });
  expect(funnelLines(none(0))).toContain('There are no figures: no function passes the filters.');
  expect(funnelLines(none(3))).toContain(
    'There are no figures: the run was asked for none of the functions that pass the filters.',
  );
});

test('the funnel says for how many functions the budget was spent', async () => {
  const { store, repositories, repository } = await opened();
  const told = async () => {
    const run = await findEnvironmentRun(store, runId);
    const document = await funnelDocument(store, run, repositories);
    return [document.all.overBudget, funnelLines(document).join('\n').includes('for 1 function')];
  };
  expect(await told()).toEqual([0, false]);
  const id = 'pkg/m.py::clamp_all#1';
  const note = stepNoteOf({ stage: 'generate', came: 'failed', reason: { code: 'over_budget' } });
  await store.environments.saveStep(stepNoteKey(repository.key, id, 3), note);
  expect(await told()).toEqual([1, true]);
});

test.each([
  ['over-budget', 1],
  ['no-docstring', 0],
] as const)(
  'a docstring that was not answered, %s, counts so often among what the budget ended: %s',
  async (unanswered, count) => {
    const store = await smallEnvironment({ docstring: { unanswered } });
    const run = await findEnvironmentRun(store, runId);
    const document = await funnelDocument(store, run, await loadRepositories(store, run));
    expect(document.all.overBudget).toBe(count);
  },
);

test('the funnel counts how often steps were carried out once more', async () => {
  const { store, repositories, repository } = await opened();
  const run = await findEnvironmentRun(store, runId);
  const repeated = async (): Promise<number> =>
    (await funnelDocument(store, run, repositories)).all.repeatedSteps;
  const tried = async (note: string, tries: number): Promise<void> => {
    for (let one = 0; one < tries; one += 1) {
      await store.environments.saveStep(tryKey(note, one), {});
    }
  };
  const stepAt = (place: number) => stepNoteKey(repository.key, 'pkg/m.py::clamp_all#1', place);
  await tried(stepAt(0), 1);
  expect(await repeated()).toBe(0);
  await tried(stepAt(1), 3);
  expect(await repeated()).toBe(2);
  // It is under way, and has no note yet.
  await tried(stepAt(3), 2);
  expect(await repeated()).toBe(3);
  await tried(repositoryNoteKey(repository.key, 'install'), 2);
  expect(await repeated()).toBe(4);
});

test('steps that newer tools do anew stand in the place of the older ones', async () => {
  const { store, repository } = await opened();
  const { environments } = store;
  const id = 'pkg/m.py::clamp_all#1';
  const turnOf = (tools: string) => noteTurn(environments, repository.key, id, tools);
  const save = (place: number, turn: number, stage: 'slice' | 'run'): Promise<void> =>
    environments.saveStep(
      stepNoteKey(repository.key, id, place, turn),
      stepNoteOf({ stage, came: 'passed' }),
    );
  const stages = async () =>
    (await loadStepNotes(store, repository, id)).map(({ stage }) => stage).join(' ');
  expect([await turnOf('old'), await turnOf('new'), await turnOf('old')]).toEqual([0, 1, 0]);
  expect(await stages()).toBe('slice generate reruns');
  // An upgrade in the middle goes on from what was there.
  await save(2, 1, 'run');
  expect(await stages()).toBe('slice generate run');
  // Begun anew, and ended sooner.
  await save(0, 1, 'slice');
  await save(1, 1, 'run');
  expect(await stages()).toBe('slice run run');
  expect(await turnOf('newest')).toBe(2);
  await save(0, 2, 'slice');
  await save(1, 2, 'run');
  expect(await stages()).toBe('slice run');
});

test('the page of an accepted function has marks and unnoticed changes beside its source', async () => {
  const { store, repositories } = await opened();
  const found = await findFunction(store, repositories, 'clamp');
  const lines = functionLines(found);
  expect(lines).toContain('  ~ 12     if value < low:           | never to 13');
  expect(lines).toContain('                                     | unnoticed: < became <=');
  expect(lines).toContain('  - 13         return low');
  expect(lines).toContain('  + 14     return min(value, high)');
  expect(lines).toContain('    11     """Clamps."""');
  const text = lines.join('\n');
  expect(text).toContain('by hypothesis, round 1, seed 7');
  expect(text).toContain('      def case_0():\n          observe(clamp(5, 0, 3))\n      # gives 3');
  expect(text).toContain('case_2: flaky(order)');
  expect(text).toMatch(/docstring +original; under-specified/u);
  expect(text).toMatch(/mutation +9 of 10 changes noticed \(0\.900\)/u);
  expect(functionDocument(found)).toMatchObject({
    id: 'pkg/m.py::clamp#1',
    source: [{ line: 10 }, { line: 11 }, { line: 12, mark: 'part' }, { line: 13 }, { line: 14 }],
  });
});

test('on a narrow terminal what is said of a line stands below it', async () => {
  const { store, repositories } = await opened();
  const found = await findFunction(store, repositories, 'clamp');
  const lines = functionLines(found, { columns: 44 });
  const at = lines.indexOf('  ~ 12     if value < low:');
  expect(lines.slice(at + 1, at + 3)).toEqual([
    '         | never to 13',
    '         | unnoticed: < became <=',
  ]);
});

test('the page of a rejected function has every step with its reason and what the next round was told', async () => {
  const { store, repositories } = await opened();
  const text = functionLines(await findFunction(store, repositories, 'clamp_all')).join('\n');
  expect(text).toMatch(/stage +rejected: flaky\(clock\)/u);
  expect(text).toMatch(/2 {2}generate {2}traces 1 {2}generated/u);
  expect(text).toMatch(/3 {2}reruns .*failed: flaky\(clock\).*known before/u);
  expect(text).toContain(String.raw`No case gives the same\x1b[2J outcome every time.`);
  expect(text).toContain('    10 def clamp(value, low, high):');
  expect(text).toContain('pkg/n.py:1-1 (calls, 1 step away)');
});

test('the page of a filtered function names the filter and its switch', async () => {
  const { store, repositories } = await opened();
  const text = functionLines(await findFunction(store, repositories, '_hidden')).join('\n');
  expect(text).toContain('left out by the filter no-docstring (--disable-filter no-docstring)');
});

test('the page of a repository says how it was installed and what cannot be imported', async () => {
  const { store, repository } = await opened();
  const text = repositoryLines(repository, await loadRepositoryNotes(store, repository)).join('\n');
  expect(text).toMatch(/commit +c{40}/u);
  expect(text).toMatch(/licence +MIT/u);
  expect(text).toMatch(/imports +1 of 2 modules/u);
  expect(text).toContain(String.raw`no\x1b[31m such version`);
  expect(text).not.toContain('installed\n');
  expect(text).toMatch(/ {2}pkg\.odd {2}raises {2}ValueError: odd/u);
});

test('a shortened id names its candidates when it is not of one function', async () => {
  const { store, repositories } = await opened();
  await expect(findFunction(store, repositories, 'cla')).rejects.toThrow(
    'function cla may be any of 2: pkg/m.py::clamp#1, pkg/m.py::clamp_all#1',
  );
  await expect(findFunction(store, repositories, 'nobody')).rejects.toMatchObject({
    code: 'FUNCTION_UNKNOWN',
    exitCode: 2,
  });
  await expect(
    findFunction(store, repositories, 'people/tools::pkg/m.py::clamp#1'),
  ).resolves.toMatchObject({ entry: { stage: 'accepted' } });
});

test('lists say of each repository and each function what became of it', async () => {
  const { store, repositories } = await opened();
  expect(await listRepositories(store)).toEqual([
    {
      run: runId,
      repository: 'people/tools',
      imported: false,
      status: 'ok',
      environment: smallHash,
      definitions: 4,
      candidates: 3,
      accepted: 1,
      rejected: 1,
    },
  ]);
  const rows = await listFunctions(store, repositories, 'accepted');
  expect(functionListLines(rows)).toEqual([
    'stage     why  cases  coverage  mutation  function',
    'accepted       2      1.000     0.900     pkg/m.py::clamp#1',
  ]);
  await store.runs.createRun('build-2', (await findEnvironmentRun(store, runId)).record.config);
  await store.runs.setRunStatus('build-2', 'cancelled', null);
  const ended = (await listRepositories(store)).filter(({ run }) => run === 'build-2');
  expect(ended).toMatchObject([{ status: 'cancelled' }]);
});

test('the table of a run of this kind has its settings and what was accepted', async () => {
  const { store } = await opened();
  const rows = Object.fromEntries(
    runRows(await loadRun(store, runId)).map(({ label, value }) => [label, value]),
  );
  expect(rows).toMatchObject({
    generators: 'traces; hypothesis',
    repositories: 'ok 1',
    candidates: '3',
    accepted: '1, 0.333 of the candidates, 95 % interval [0.061, 0.792]',
  });
  expect(rows).not.toHaveProperty('solved');
  expect(rows).not.toHaveProperty('filters left out');
  expect(rows).toMatchObject({
    gates: 'branches covered 0.800, changes noticed 0.800',
    definitions: '4',
    'index until': '2026-01-01T00:00:00Z',
  });
});

test('the table of a run says which settings and figures are its own', async () => {
  const { store } = await opened();
  const loaded = await loadRun(store, runId);
  const { config } = loaded.record;
  if (config.kind !== 'environment') throw new Error(config.kind);
  const changed: typeof config = {
    ...config,
    environment: {
      ...config.environment,
      ...{ generators: ['traces', 'model'], maxRounds: 1 },
      ...{ gates: { coverage: 0.75, mutation: 0.5 } },
      disabledFilters: ['disable_no_docstring', 'disable_lines_filter'],
    },
  };
  const environments = {
    ...{ statuses: { ok: 1_200, 'build-failed': 2 }, definitions: 9, candidates: 0, accepted: 0 },
  };
  const run = {
    ...loaded,
    record: { ...loaded.record, config: changed },
    sums: { ...loaded.sums, environments },
  };
  const rows = Object.fromEntries(runRows(run).map(({ label, value }) => [label, value]));
  expect(rows).toMatchObject({
    generators: 'traces; model, 1 round',
    gates: 'branches covered 0.750, changes noticed 0.500',
    'filters left out': 'disable_no_docstring, disable_lines_filter',
    repositories: 'build-failed 2, ok 1,200',
    ...{ definitions: '9', candidates: '0' },
    accepted: '0, - of the candidates, 95 % interval -',
  });
});

test('an attempt of this kind says what was built, and where more is told', async () => {
  const { store } = await opened();
  const [loaded] = await loadAttempts(store, { run: runId, problem: 'people/tools' });
  if (loaded === undefined) throw new Error('no attempt');
  const lines = await attemptLines(store.blobs, loaded);
  expect(lines[0]).toContain(' · ok · 4 definitions · 3 candidates · 1 accepted');
  expect(lines.slice(1)).toEqual([
    'status: ok',
    expect.stringContaining('source: https://example.test/people/tools'),
    `commit: ${'c'.repeat(40)}`,
    `environment: ${smallHash}`,
    `its functions: espalier env show ${runId} people/tools`,
  ]);
  const { result } = loaded.attempt;
  if (result?.outcome.kind !== 'environment') throw new Error('no environment');
  const without = async (repository: typeof result.outcome.repository) => {
    const outcome = { ...result.outcome, environment: null, repository };
    const attempt = { ...loaded.attempt, result: { ...result, outcome } };
    return (await attemptLines(store.blobs, { ...loaded, attempt })).slice(2);
  };
  expect((await without(null)).slice(0, 1)).toEqual(['environment: none']);
  const { repository } = result.outcome;
  if (repository === null) throw new Error('no repository');
  expect((await without({ ...repository, commit: null })).slice(1, 3)).toEqual([
    ...['commit: none', 'environment: none'],
  ]);
});

test('the document of a repository has its state, its notes and every function', async () => {
  const { store, repository } = await opened();
  const notes = await loadRepositoryNotes(store, repository);
  const document = repositoryDocument(repository, notes);
  expect(document).toMatchObject({
    ...{ run: runId, imported: false, id: 'people/tools', status: 'completed' },
    outcome: { status: { code: 'ok' }, counts: { definitions: 4 } },
    ...{ environment: { sha256: smallHash }, notes: [{ step: 'imports' }] },
    functions: [
      ...[
        { stage: 'filtered' },
        { stage: 'accepted' },
        { stage: 'rejected' },
        { stage: 'waiting' },
      ],
    ],
  });
  const imported = { ...repository, run: { ...repository.run, imported: true }, attempt: null };
  expect(repositoryDocument(imported, [])).toMatchObject({
    imported: true,
    status: null,
    notes: [],
  });
});
