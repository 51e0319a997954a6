import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';

import { DefaultLogger } from '@temporalio/worker';
import { MockActivityEnvironment } from '@temporalio/testing';

import { createActivities } from '../../../../activities';
import { TaskRepositories } from '../../../../activities/search/patch/task-repository';
import { voteOf } from '../../../../activities/search/patch/vote-of';
import type { Activities } from '../../../../activities';
import type { PatchRun, PatchTask, Sandbox } from '../../../../core/adapters/sandbox';
import { prepareSteps } from '../../../../core/ports/search';
import type { Expansion } from '../../../../core/search/method';
import type { Preparation } from '../../../../core/names/usual-preparation';
import { PatchHidden } from '../../../../core/tasks/patch/patch';
import { encodeTar } from '../../../../repositories/tar';
import { activityDependencies } from '../../../fakes/activity-dependencies';
import { environmentRecord } from '../../../fakes/environment-samples';
import { createMemoryStore } from '../../../fakes/memory-store';
import { createScriptedModel } from '../../../fakes/scripted-model';
import type { Script } from '../../../fakes/scripted-model';
import { scriptedRunConfig } from '../../../workflows/support/scripted-problems';
import { firstExpansion } from '../../activities-under-test';
import { answeredJobs, finished } from '../../environment/answered-jobs';
import { patchProblem as problem } from './patch-problem';

const files: Readonly<Record<string, string>> = {
  'pkg/sums.py':
    'def total(a, b):\n    """Of two."""\n    return a - b\n\n\ndef other(a, b):\n    return a - b\n',
  'pkg/words.py': 'def words(text):\n    return text.split()\n',
  'tests/test_sums.py':
    'from pkg.sums import total\n\n\ndef test_zero():\n    assert total(0, 0) == 0\n',
};
const folder = mkdtempSync(join(tmpdir(), 'espalier-patch-activities-'));

beforeAll(() => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const hidden = PatchHidden.parse({
  ...{ kind: 'patch', testPatch: 'diff', failToPass: ['t'], passToPass: [] },
  ...{ logParser: 'pytest', evalType: 'pass-and-fail' },
});
const attempt = { run: 'r', problem: problem.id, sample: 0 };

/** The job itself, in the Python of this machine. */
function pythonJob(module: string, request: unknown) {
  const code =
    'import json, sys; from importlib import import_module; records = []; ' +
    'end = import_module("repository." + sys.argv[1]).answer(json.load(sys.stdin), records.append); ' +
    'print(json.dumps([records, end]))';
  const ran = spawnSync('python3', ['-c', code, module], {
    ...{ cwd: 'python', input: JSON.stringify(request), encoding: 'utf8' },
  });
  const [records, end] = JSON.parse(ran.stdout) as [
    Record<string, unknown>[],
    Record<string, unknown>,
  ];
  return { records, end: finished(end) };
}

async function world(
  script: Script,
  runsOf: (task: PatchTask) => PatchRun['runs'] = () => [],
  preparation: Partial<Preparation> = {},
) {
  const store = createMemoryStore();
  const entries = Object.entries(files).map(([path, text]) => ({
    ...{ path, kind: 'file' as const, executable: false, content: Buffer.from(text) },
  }));
  const tar = Buffer.concat([...encodeTar(entries)]);
  const { sha256: snapshot } = await store.environments.putArchive(Readable.from([tar]));
  const { archives } = environmentRecord();
  const record = environmentRecord({ archives: { ...archives, snapshot } });
  const { host } = answeredJobs({
    outline_files: () => pythonJob('outline_files', { roots: { source: folder } }),
    check_edits: (request) => pythonJob('check_edits', request),
  });
  const config = scriptedRunConfig({ problems: [problem.id], preparation });
  await store.problems.save(config.dataset.sha256, [{ problem, hidden }]);
  await store.runs.createRun('r', config);
  await store.runs.beginAttempt(attempt, 0);
  const model = createScriptedModel(script);
  const tasks: PatchTask[] = [];
  const patch = async (task: PatchTask): Promise<PatchRun> => {
    tasks.push(task);
    const provenance = {} as PatchRun['provenance'];
    const unchanged = { applied: 'nothing', tried: [], changed: [], removed: [], dropped: [] };
    return {
      ...unchanged,
      runs: runsOf(task),
      logs: [],
      cpuMs: 1,
      timeSensitive: false,
      provenance,
    };
  };
  const dependencies = activityDependencies({
    store,
    sandbox: () => Promise.resolve({ patch } as unknown as Sandbox),
    repositories: () => Promise.resolve(host),
    taskEnvironments: { of: () => Promise.resolve(record) },
    modelClient: () => Promise.resolve(model),
  });
  const activities = createActivities(dependencies);
  const vote = (of: string) =>
    voteOf({ dependencies, repositories: new TaskRepositories(dependencies) }, problem.source, of);
  const run = <Name extends keyof Activities>(
    name: Name,
    input: Parameters<Activities[Name]>[0],
  ): ReturnType<Activities[Name]> => {
    const environment = new MockActivityEnvironment(
      { heartbeatTimeoutMs: 1_000, scheduleToCloseTimeoutMs: 0 },
      { logger: new DefaultLogger('ERROR') },
    );
    const activity = activities[name] as (given: unknown) => Promise<unknown>;
    const result: unknown = environment.run(async () => activity(input));
    return result as ReturnType<Activities[Name]>;
  };
  const solve = (changes: Partial<Expansion> = {}) =>
    run('generateSolution', { attempt, expansion: firstExpansion(changes) });
  return { store, model, run, solve, tasks, vote };
}

const block = (search: string, replace: string): string =>
  `\`\`\`\n### pkg/sums.py\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n\`\`\``;
const good = block('    """Of two."""\n    return a - b', '    """Of two."""\n    return a + b');

describe('a patch of the Solver', () => {
  it('is its edits as a diff of the base commit, with a vote', async () => {
    const { store, solve } = await world({ solver: [good] });
    const { program, vote, faults } = await solve();
    expect(await store.blobs.get(program ?? '')).toMatch(
      /^diff --git a\/pkg\/sums\.py b\/pkg\/sums\.py\n--- a[^]*\n- {4}return a - b\n\+ {4}return a \+ b\n/,
    );
    expect(vote).toMatch(/^[0-9a-f]{64}$/);
    expect(faults).toBeUndefined();
  });

  it('is asked for once more, with what is wrong, and counted by the kind of its faults', async () => {
    const ambiguous = block('    return a - b', '    return a + b');
    const broken = block('def total(a, b):', 'def total(a, b:');
    const { model, solve } = await world({ solver: [ambiguous, broken] });
    expect(await solve()).toMatchObject({ program: null, faults: ['syntax'] });
    const asked = model.calls[1]?.request.messages.at(-1)?.content;
    expect(asked).toContain('stand in the file 2 times');
  });

  it('votes as another one that differs in comments and layout', async () => {
    const other = good.replace('a + b', 'a+b  # plus');
    const { solve } = await world({ solver: [good, other] });
    const first = await solve();
    const second = await solve({ node: 'n1', ordinal: 1 });
    expect(second.program).not.toBe(first.program);
    expect(second.vote).toBe(first.vote);
  });

  it('is repaired by the Debugger in the files as the patch left them', async () => {
    const repair = block('    return a + b', '    return sum([a, b])');
    const { store, model, solve } = await world({ solver: [good], debugger: [repair] });
    const { program: parentProgram } = await solve();
    const { program } = await solve({
      generator: 'debugger',
      parentProgram,
      node: 'n1',
      ordinal: 1,
    });
    const patch = await store.blobs.get(program ?? '');
    expect(patch).toContain('-    return a - b\n+    return sum([a, b])');
    const asked = model.calls[1]?.request.messages.at(-1)?.content;
    expect(asked).toContain('The changed files with the patch:');
  });
});

describe('a diff of the Debugger', () => {
  it('is one of the base commit, and replaces the patch as a whole', async () => {
    const diff =
      '```diff\n--- a/pkg/words.py\n+++ b/pkg/words.py\n@@ -1,2 +1,2 @@\n def words(text):\n' +
      '-    return text.split()\n+    return text.split(" ")\n```\n';
    const { store, solve } = await world({ solver: [good], debugger: [diff] });
    const { program: parentProgram } = await solve();
    const { program } = await solve({
      generator: 'debugger',
      parentProgram,
      node: 'n1',
      ordinal: 1,
    });
    const patch = await store.blobs.get(program ?? '');
    expect(patch).toContain('+    return text.split(" ")');
    expect(patch).not.toContain('sums.py');
  });
});

describe('a patch of an agent with a shell', () => {
  it('shares its vote with patches that are equal without comments and layout; a binary patch has no vote', async () => {
    const { store, solve, vote } = await world({ solver: [good] });
    const made = await solve();
    const patch = await store.blobs.get(made.program ?? '');
    expect(await vote(patch.replace('a + b', 'a+b  # plus'))).toBe(made.vote);
    expect(await vote(patch.replace('a + b', 'b + a'))).not.toBe(made.vote);
    const binary = 'diff --git a/x b/x\nnew file mode 100644\nGIT binary patch\nliteral 1\nIcmZ\n';
    expect(await vote(binary)).toBeNull();
  });
});

describe('the preparation of an attempt', () => {
  const script = "print('Issue reproduced' if 1 else 'Issue resolved')  # Other issues\n";
  const told = `\`\`\`python\n${script}\`\`\``;
  const ran = { exit: 0, timedOut: false, trouble: [] };
  const runsOf = ({ tests }: PatchTask): PatchRun['runs'] =>
    tests.kind !== 'visible'
      ? []
      : tests.tests.map((test) =>
          test.kind === 'regression'
            ? { ...ran, log: '', statuses: { 'tests/test_sums.py::test_zero': 'PASSED' } }
            : { ...ran, log: 'Issue reproduced\n', statuses: null },
        );
  const replies: Script = {
    locator: [
      '{"files": ["pkg/no.py", "pkg/sums.py"]}',
      '{"files": ["pkg/sums.py"]}',
      '{"elements": [{"path": "pkg/sums.py", "at": ["function: total"]}]}',
      'I do not know.',
      'I still do not.',
    ],
    reproducer: [told, told, 'No.', 'No.', told, told, told],
    'thinker-strategies': ['{"sets": [[{"path": "pkg/sums.py", "at": ["function: other"]}]]}'],
    solver: [good],
  };

  it('finds places, tests that pass and a script, once for a problem', async () => {
    const { model, run, solve, tasks } = await world(replies, runsOf);
    const done = [];
    for (const step of prepareSteps) done.push(await run('prepareTask', { attempt, step }));
    expect(done.map(({ calls, neutral }) => [calls.length, neutral])).toEqual([
      [0, []],
      [5, ['locator']],
      [0, []],
      [expect.any(Number), expect.any(Array)],
    ]);
    expect(model.calls[1]?.request.messages.at(-1)?.content).toContain('no Python file pkg/no.py');
    expect(tasks.map(({ patch, coverage }) => [patch, coverage])).toEqual([
      ['', true],
      ['', undefined],
      ['', undefined],
    ]);
    await solve();
    const asked = model.calls.at(-1)?.request.messages.at(-1)?.content;
    expect(asked).toContain('def total(a, b):');
    for (const step of prepareSteps) await run('prepareTask', { attempt, step });
    expect(tasks).toHaveLength(3);
  });

  it('asks for as many scripts and runs as many test files as the run says, or none', async () => {
    const { model, run, tasks } = await world(replies, runsOf, {
      ...{ reproductionScripts: 2, regressionFiles: 0, skeletonTokens: 1 },
    });
    for (const step of prepareSteps) await run('prepareTask', { attempt, step });
    const asked = model.calls.filter(({ request }) =>
      request.messages.some(({ content }) => content.includes('Issue reproduced')),
    );
    expect(asked).toHaveLength(2);
    expect(tasks.map(({ tests }) => tests.kind === 'visible' && tests.tests.length)).toEqual([1]);
  });

  it('reads which tests pass from the log of a script that runs them', async () => {
    const log = 'tests/test_sums.py[2] \ntest_zero ok\ntest_one F\n';
    const sympy = { ...problem, source: { ...problem.source, repository: 'sympy/sympy' } };
    const given = await world(replies, (task) =>
      runsOf(task).map((one) => (one === null ? null : { ...one, log, statuses: null })),
    );
    const { sha256 } = scriptedRunConfig().dataset;
    await given.store.problems.save(sha256, [{ problem: sympy, hidden }]);
    for (const step of prepareSteps.slice(0, 3)) await given.run('prepareTask', { attempt, step });
    await given.run('runVisibleTests', {
      attempt,
      node: 'n0',
      program: await given.store.blobs.put('x'),
    });
    const last = given.tasks.at(-1)?.tests;
    expect(last).toMatchObject({
      tests: [{ path: 'tests/test_sums.py', tests: ['test_zero'], parser: 'sympy', covers: [] }],
    });
  });

  it('gives the Thinker code to name location sets in, each a strategy with its code', async () => {
    const { store, run } = await world(replies, runsOf);
    for (const step of prepareSteps) await run('prepareTask', { attempt, step });
    const { strategies } = await run('proposeStrategies', { attempt, atMost: 3 });
    const [first] = await Promise.all(strategies.map(({ sha256 }) => store.blobs.get(sha256)));
    expect(first).toMatch(
      /^Places to change:\n- pkg\/sums\.py: function other\n\n### pkg\/sums\.py/,
    );
  });
});
