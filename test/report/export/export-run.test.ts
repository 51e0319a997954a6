import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Store } from '../../../core/ports/records';
import { callRows } from '../../../report/export/call-rows';
import { exportRun } from '../../../report/export/export-run';
import { RecordMissingError } from '../../../store';
import { sha256Of } from '../../fakes/memory-blobs';
import { SmallRun, configOf, identityOf } from '../small-run';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-export-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const names = ['run.json', 'samples.jsonl', 'trace.jsonl'];

async function exported(run: SmallRun, name = 'out'): Promise<Readonly<Record<string, string>>> {
  const directory = join(folder, name);
  await exportRun({ store: run.store, runId: run.id, directory, force: false, partial: false });
  const texts = await Promise.all(names.map((file) => readFile(join(directory, file), 'utf8')));
  return Object.fromEntries(names.map((file, index) => [file, texts[index] ?? '']));
}

const program = {
  wrong: sha256Of('def f(x):\n    return x + 2\n'),
  right: sha256Of('def f(x):\n    return x + x\n'),
  other: sha256Of('def f(x): return 0'),
};

const call = (use: string, origin: string): string =>
  `{"completionTokens":10,"costUsd":0.5,"identity":"${identityOf(use)}",` +
  `"model":"recorded","origin":${origin},"promptTokens":100,"repair":false,"role":"${use.split(' ').at(-1) ?? ''}"}`;

describe('the export of a run', () => {
  it('holds one sample per problem in the form of the benchmark, byte for byte', async () => {
    const run = new SmallRun();
    await run.play();
    const prompt = String.raw`def f(x):\n    \"\"\"Doubles.\"\"\"\n`;
    expect((await exported(run))['samples.jsonl']).toBe(
      String.raw`{"completion":"\ndef f(x):\n    return x + x\n","solution":"${prompt}\ndef f(x):\n    return x + x\n","task_id":"HumanEval/0"}` +
        '\n' +
        String.raw`{"completion":"\ndef f(x): return 0","solution":"${prompt}\ndef f(x): return 0","task_id":"HumanEval/1"}` +
        '\n',
    );
  });

  it('holds the program alone where the problem has no preamble', async () => {
    const run = new SmallRun();
    const store = await run.play();
    const dataset = configOf().dataset.sha256;
    const problem = await store.problems.problem(dataset, 'HumanEval/1');
    const hidden = await store.problems.hidden(dataset, 'HumanEval/1');
    if (problem.kind !== 'function') throw new Error(problem.kind);
    await store.problems.save(dataset, [{ problem: { ...problem, preamble: '' }, hidden }]);
    const rows = (await exported(run))['samples.jsonl']?.trim().split('\n') ?? [];
    expect(JSON.parse(rows[1] ?? '')).toEqual({
      task_id: 'HumanEval/1',
      completion: 'def f(x): return 0',
      solution: 'def f(x): return 0',
    });
  });

  it('traces every attempt and node, byte for byte', async () => {
    const run = new SmallRun();
    await run.play();
    const draw = '{"repeated":false,"rule":"draw"}';
    const repair = '{"repeated":true,"rule":"recorded-repair"}';
    const graded = [
      [program.wrong, 'failed'],
      [program.right, 'passed'],
    ]
      .sort()
      .map(([sha, verdict]) => `{"assurance":"objects","program":"${sha}","verdict":"${verdict}"}`);
    expect((await exported(run))['trace.jsonl']?.split('\n')).toEqual([
      `{"answer":"n1","answers":["n0","n1"],"calls":[${call('HumanEval/0 root thinker-strategies', 'null')}],` +
        `"finish":"accepted","graded":[${graded.join(',')}],"kind":"attempt","neutralValues":{},"sample":0,` +
        `"solved":true,"status":"completed","steered":false,"strategies":["Add x to itself."],` +
        `"task_id":"HumanEval/0","verdict":"passed"}`,
      `{"calls":[${call('HumanEval/0 n0 solver', draw)}],` +
        `"critique":{"kind":"score","neutral":false,"score":2,"words":"Off by one."},"decision":"refine","depth":1,` +
        `"kind":"node","node":"n0","ordinal":0,"parent":null,"program":"${program.wrong}",` +
        String.raw`"programText":"def f(x):\n    return x + 2\n","reflection":null,"sample":0,"score":0.13,"steered":null,` +
        String.raw`"strategy":"Add x to itself.","task_id":"HumanEval/0","visible":{"feedback":"assert f(1) == 2\ngot 3","kind":"failed","passed":0,"total":1}}`,
      `{"calls":[${call('HumanEval/0 n1 debugger', repair)}],` +
        `"critique":{"accepted":true,"kind":"verification","neutral":false,"words":"fine"},"decision":"accept","depth":2,` +
        `"kind":"node","node":"n1","ordinal":1,"parent":"n0","program":"${program.right}",` +
        String.raw`"programText":"def f(x):\n    return x + x\n","reflection":"Add x, not two.","sample":0,"score":1.33,"steered":null,` +
        `"strategy":"Add x to itself.","task_id":"HumanEval/0","visible":{"feedback":"all passed","kind":"passed","passed":1,"total":1}}`,
      `{"answer":"n0","answers":["n0"],"calls":[],"finish":"budget-exhausted",` +
        `"graded":[{"assurance":"objects","program":"${program.other}","verdict":"failed"}],"kind":"attempt",` +
        `"neutralValues":{},"sample":0,"solved":false,"status":"completed","steered":false,"strategies":[],` +
        `"task_id":"HumanEval/1","verdict":"failed"}`,
      `{"calls":[${call('HumanEval/1 n0 solver', draw)}],` +
        `"critique":{"kind":"score","neutral":false,"score":2,"words":"Off by one."},"decision":"refine","depth":1,` +
        `"kind":"node","node":"n0","ordinal":0,"parent":null,"program":"${program.other}",` +
        `"programText":"def f(x): return 0","reflection":null,"sample":0,"score":0.13,"steered":null,"strategy":null,` +
        String.raw`"task_id":"HumanEval/1","visible":{"feedback":"assert f(1) == 2\ngot 3","kind":"failed","passed":0,"total":1}}`,
      '',
    ]);
  });

  it('says in run.json what was run, what came of it and what it rests on', async () => {
    const run = new SmallRun();
    await run.play();
    const text = (await exported(run))['run.json'] ?? '';
    const facts = JSON.parse(text) as Record<string, unknown>;
    expect(facts).toMatchObject({
      run: 'run-1',
      status: 'completed',
      total: 2,
      completed: 2,
      solved: 1,
      unscored: 0,
      passAt1: 0.5,
      calls: 4,
      promptTokens: 400,
      completionTokens: 40,
      costUsd: 2,
      leftOut: [],
      config: { dataset: { name: 'humaneval' }, model: { bank: { files: ['bank.jsonl'] } } },
      assurance: { objects: 2 },
      verdicts: [{ provider: 'bubblewrap', assurance: 'objects', python: '3.11.2' }],
    });
    expect(facts['statements']).toContainEqual(
      expect.stringContaining('says nothing about any one model'),
    );
    expect(text).not.toMatch(/"(latencyMs|repeatedCalls|paid\w+|\w+AtMs|timeSensitive)"/);
  });

  it('is the same bytes whatever the machine did meanwhile', async () => {
    const calm = new SmallRun();
    const stormy = new SmallRun('run-1', {
      latencyMs: 900,
      cpuMs: 800,
      timeSensitive: true,
      resend: true,
      readBack: true,
      recorded: { firstTokenMs: 300, freshCells: 2 },
    });
    await calm.play();
    await stormy.play();
    expect(await exported(stormy, 'stormy')).toEqual(await exported(calm, 'calm'));
  });

  it('has the same calls, streamed or not', async () => {
    const texts: string[] = [];
    for (const firstTokenMs of [null, 300]) {
      const recorded = { firstTokenMs, freshCells: 0 };
      const base = { latencyMs: 1, cpuMs: 1, timeSensitive: false, resend: false, readBack: false };
      const run = new SmallRun('run-1', { ...base, recorded });
      await run.play();
      const directory = join(folder, String(firstTokenMs));
      const options = { store: run.store, runId: run.id, directory, force: false, partial: false };
      await exportRun({ ...options, withCalls: true });
      texts.push(await readFile(join(directory, 'calls.jsonl'), 'utf8'));
    }
    expect(texts[1]).toBe(texts[0]);
    expect(texts[0]).toContain('"seed":7');
    expect(texts[0]).not.toMatch(/firstTokenMs|streamed/u);
  });

  it('names the address of a real endpoint, without its credentials, and what answered there', async () => {
    const run = new SmallRun();
    await run.play(
      configOf({
        model: {
          kind: 'endpoint',
          name: 'some-model',
          logicalEndpoint: 'https://models.example.org/v1',
        },
      }),
    );
    expect(JSON.parse((await exported(run))['run.json'] ?? '')).toMatchObject({
      config: { model: { logicalEndpoint: 'https://models.example.org/v1' } },
      endpoint: { address: 'https://models.example.org/v1', servedModels: [], dropped: {} },
    });
  });

  it('has every prompt and reply, and what was really sent, when asked for', async () => {
    const run = new SmallRun();
    await run.play();
    const directory = join(folder, 'calls');
    const options = { store: run.store, runId: run.id, directory, force: false, partial: false };
    const { files } = await exportRun({ ...options, withCalls: true });
    expect(files).toContain('calls.jsonl');
    const rows = (await readFile(join(directory, 'calls.jsonl'), 'utf8')).trim().split('\n');
    const [first] = rows.map((row) => JSON.parse(row) as Record<string, unknown>);
    expect(rows).toHaveLength(4);
    expect(first).toMatchObject({
      identity: identityOf('HumanEval/0 root thinker-strategies'),
      role: 'thinker-strategies',
      request: { messages: [{ role: 'user', content: 'thinker-strategies, please' }] },
      answer: { text: 'reply', finishReason: 'stop' },
    });
    expect(rows.join()).not.toContain('latencyMs');
  });

  it('has the problems and what judged them with its calls, and no hidden test without', async () => {
    const run = new SmallRun();
    await run.play();
    const options = { store: run.store, runId: run.id, force: false, partial: false };
    const directory = join(folder, 'calls');
    await exportRun({ ...options, directory, withCalls: true });
    const rows = (await readFile(join(directory, 'problems.jsonl'), 'utf8')).trim().split('\n');
    expect(rows.map((row) => JSON.parse(row) as unknown)).toMatchObject([
      { problem: { id: 'HumanEval/0' }, hidden: { test: 'check(f)' } },
      { problem: { id: 'HumanEval/1' }, hidden: { test: 'check(f)' } },
    ]);
    const without = Object.values(await exported(run, 'without'));
    expect(without.join()).not.toContain('check(f)');
  });

  it('that lacks a problem is refused as what it is, and leaves no folder', async () => {
    const run = new SmallRun();
    await run.play(configOf({ problems: ['HumanEval/0', 'HumanEval/1'] }));
    const problems: Store['problems'] = {
      ...run.store.problems,
      hidden: () => Promise.reject(new RecordMissingError('hidden check')),
    };
    const store = { ...run.store, problems };
    const directory = join(folder, 'calls');
    const options = { runId: run.id, directory, force: false, partial: false, withCalls: true };
    await expect(exportRun({ store, ...options })).rejects.toMatchObject({
      code: 'RECORD_MISSING',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('names the attempt whose call the journal lacks', async () => {
    const run = new SmallRun();
    await run.play();
    const runs = { ...run.store.runs, callInFull: () => Promise.resolve(null) };
    const page = {
      attempts: await run.store.runs.attempts(run.id),
      calls: await run.store.runs.calls(run.id),
    };
    await expect(callRows({ ...run.store, runs })(page)).rejects.toMatchObject({
      code: 'CALL_MISSING',
      message: expect.stringContaining('for HumanEval/0, sample 0,') as unknown,
    });
  });
});

describe('an export that cannot be complete', () => {
  async function withUnscored(): Promise<SmallRun> {
    const run = new SmallRun();
    await run.begin();
    const right = await run.node('HumanEval/0', { code: 'def f(x): return 2 * x', passes: true });
    await run.finish('HumanEval/0', run.result([right]));
    const none = { status: 'unscored', graded: [], verdict: null, solved: false } as const;
    await run.finish('HumanEval/1', run.result([], { ...none, cause: 'no boxes' }));
    return run;
  }

  it('is refused with exit code 1, naming what has no verdict', async () => {
    const run = await withUnscored();
    await expect(exported(run)).rejects.toMatchObject({
      code: 'EXPORT_INCOMPLETE',
      exitCode: 1,
      message: 'run run-1 has no verdict for HumanEval/1 (unscored)',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused while a problem has not begun', async () => {
    const run = new SmallRun();
    await run.store.runs.createRun(run.id, configOf());
    await expect(exported(run)).rejects.toThrow('HumanEval/0 (not begun), HumanEval/1 (not begun)');
  });

  it('leaves out what has no verdict when a part is asked for, and says so', async () => {
    const run = await withUnscored();
    const directory = join(folder, 'part');
    const result = await exportRun({
      store: run.store,
      runId: run.id,
      directory,
      force: false,
      partial: true,
    });
    expect(result).toMatchObject({ samples: 1, leftOut: ['HumanEval/1 (unscored)'] });
    const facts = JSON.parse(await readFile(join(directory, 'run.json'), 'utf8')) as unknown;
    expect(facts).toMatchObject({
      leftOut: [{ task_id: 'HumanEval/1', sample: 0, status: 'unscored' }],
      bounds: [0.5, 1],
    });
  });
});

describe('the folder of an export', () => {
  const options = async (directory: string, force = false) => {
    const run = new SmallRun();
    return { store: await run.play(), runId: run.id, directory, force, partial: false };
  };

  it('is refused when it is not empty, and nothing in it is touched', async () => {
    await writeFile(join(folder, 'mine.txt'), 'mine');
    await expect(exportRun(await options(folder))).rejects.toMatchObject({
      code: 'EXPORT_NOT_EMPTY',
      exitCode: 2,
    });
    expect(await readdir(folder)).toEqual(['mine.txt']);
  });

  it('keeps what is not ours when forced', async () => {
    await writeFile(join(folder, 'mine.txt'), 'mine');
    await writeFile(join(folder, 'run.json'), 'old');
    await exportRun(await options(folder, true));
    expect((await readdir(folder)).sort()).toEqual(['mine.txt', ...names]);
    expect(await readFile(join(folder, 'run.json'), 'utf8')).not.toBe('old');
  });

  it('may exist empty, or lie in folders that do not exist', async () => {
    await mkdir(join(folder, 'empty'));
    await exportRun(await options(join(folder, 'empty')));
    await exportRun(await options(join(folder, 'a', 'b')));
    expect((await readdir(join(folder, 'empty'))).sort()).toEqual(names);
    expect((await readdir(join(folder, 'a', 'b'))).sort()).toEqual(names);
    expect(await readdir(join(folder, 'a'))).toEqual(['b']);
  });

  it('must be a folder', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(exportRun(await options(join(folder, 'file')))).rejects.toMatchObject({
      code: 'EXPORT_NOT_A_FOLDER',
      exitCode: 2,
    });
    await expect(exportRun(await options(join(folder, 'file', 'below')))).rejects.toMatchObject({
      code: 'EXPORT_NOT_WRITABLE',
      exitCode: 2,
    });
    // Whose recursive mkdir never comes back.
    await expect(exportRun(await options('/proc/nothing/below'))).rejects.toMatchObject({
      code: 'EXPORT_NOT_WRITABLE',
      exitCode: 2,
    });
  });

  it('is not made for a run that does not exist', async () => {
    const { store } = await options('unused');
    const directory = join(folder, 'out');
    await expect(
      exportRun({ store, runId: 'nope', directory, force: false, partial: false }),
    ).rejects.toMatchObject({ code: 'RUN_UNKNOWN', exitCode: 2 });
    expect(existsSync(directory)).toBe(false);
  });

  it('is not there in part when a file cannot be moved into place', async () => {
    // A folder in the place of the last file: the rename fails after the others.
    await mkdir(join(folder, 'run.json'));
    await expect(exportRun(await options(folder, true))).rejects.toMatchObject({
      code: 'EXPORT_NOT_WRITABLE',
    });
    const left = (await readdir(folder)).filter((name) => name.startsWith('.'));
    expect(left).toEqual([]);
  });
});
