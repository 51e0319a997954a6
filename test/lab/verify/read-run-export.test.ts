import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readCalls, readProblems, readRunFacts } from '../../../lab/verify/read-run-export';
import { requestIdentity } from '../../../llm';
import { exportRun } from '../../../report/export/export-run';
import { modelAnswer, modelRequest } from '../../../laboratory/fakes/model-requests';
import { configOf, SmallRun } from '../../report/small-run';
import { scriptedProblem } from '../../workflows/support/scripted-problems';

/** Ends a line for whoever reads by Unicode's rules, and not in JSON. */
const lineSeparator = '\u2028';

describe('reading the export of a run', () => {
  let directory: string;
  let run: SmallRun;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'espalier-read-export-'));
    run = new SmallRun();
    await run.play();
    await write(true);
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  const write = (withCalls: boolean) =>
    exportRun({
      ...{ store: run.store, runId: run.id, directory, force: true, partial: false },
      withCalls,
    });
  const file = (name: string): string => join(directory, name);

  it('gives back what the run was: its configuration, its problems with their tests, its calls', async () => {
    const { config, ...facts } = await readRunFacts(directory);
    expect(facts).toEqual({
      ...{ run: run.id, bundle: null, total: 2, completed: 2, steered: false, refused: [] },
      badReferences: [],
    });
    expect(config).toEqual(configOf());

    const dataset = configOf().dataset.sha256;
    for (const { problem, hidden } of await readProblems(directory)) {
      expect(problem).toEqual(await run.store.problems.problem(dataset, problem.id));
      expect(hidden).toEqual(await run.store.problems.hidden(dataset, problem.id));
    }
    const calls = await readCalls(directory);
    expect(calls.map(({ role }) => role)).toContain('thinker-strategies');
    expect(calls[0]?.answer).toMatchObject({ text: 'reply', finishReason: 'stop', latencyMs: 0 });
  });

  it('keeps all of a request that its identity is made of', async () => {
    const request = modelRequest({
      messages: [{ role: 'user', content: `a${lineSeparator}b` }],
      parameters: { temperature: 0.5, maxTokens: 9, format: { name: 'f', schema: {} } },
      ...{ problem: 'P/0', runScope: 'run-1' },
    });
    const answer = { ...modelAnswer(), latencyMs: undefined };
    writeFileSync(
      file('calls.jsonl'),
      `${JSON.stringify({ role: 'solver', request, answer, identity: '' })}\n`,
    );
    const [call] = await readCalls(directory);
    expect(call?.request).toEqual(request);
    expect(requestIdentity(call?.request ?? request)).toBe(requestIdentity(request));
  });

  it('says how a folder gets calls that has none', async () => {
    rmSync(file('calls.jsonl'));
    rmSync(file('problems.jsonl'));
    const refusal = {
      code: 'EXPORT_WITHOUT_CALLS',
      exitCode: 2,
      remedy: expect.stringContaining('run export RUN DIR --with-calls') as unknown,
    };
    await expect(readCalls(directory)).rejects.toMatchObject(refusal);
    await expect(readProblems(directory)).rejects.toMatchObject(refusal);
  });

  it('refuses a folder that holds no run', async () => {
    rmSync(file('run.json'));
    await expect(readRunFacts(directory)).rejects.toMatchObject({
      code: 'NOT_AN_EXPORT',
      exitCode: 2,
      remedy: expect.stringContaining('--with-calls') as unknown,
    });
  });

  it('names the line, and the member, that is not as it was exported', async () => {
    appendFileSync(file('calls.jsonl'), '{"role":\n');
    await expect(readCalls(directory)).rejects.toMatchObject({
      code: 'EXPORT_DAMAGED',
      exitCode: 2,
      message: expect.stringMatching(/calls\.jsonl, line 5 is not .*: it is not JSON$/u) as unknown,
    });
    const hidden = { ...scriptedProblem('P/0').hidden, test: 3 };
    writeFileSync(
      file('problems.jsonl'),
      JSON.stringify({ problem: scriptedProblem('P/0').problem, hidden }),
    );
    await expect(readProblems(directory)).rejects.toThrow(
      /problems\.jsonl, line 1 is not as it was exported: hidden\.test: /u,
    );
    const facts = JSON.parse(readFileSync(file('run.json'), 'utf8')) as object;
    writeFileSync(file('run.json'), JSON.stringify({ ...facts, completed: -1 }));
    await expect(readRunFacts(directory)).rejects.toThrow(/run\.json is not .*: completed: /u);
  });
});
