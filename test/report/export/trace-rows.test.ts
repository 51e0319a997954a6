import type { DialogueOutcome } from '../../../core/kinds/dialogue/schema';
import type { Execution } from '../../../core/schemas/dialogue';
import type { SearchNode } from '../../../core/schemas/search';
import { callFact } from '../../../report/export/call-fact';
import { traceRows } from '../../../report/export/trace-rows';
import { dialogueConfig, playDialogues } from '../small-dialogues';
import type { ToldDialogue } from '../small-dialogues';
import { SmallRun, configOf } from '../small-run';

describe('the trace of an attempt', () => {
  it('has the nodes in order of their ordinals, whatever order they were recorded in', async () => {
    const run = new SmallRun();
    await run.begin();
    const nodes = await Promise.all(
      [2, 10, 0, 1].map((ordinal) =>
        run.node('HumanEval/0', { ordinal, code: `def f(x): return ${ordinal}`, passes: false }),
      ),
    );
    await run.finish('HumanEval/0', run.result(nodes));
    const [attempt] = await run.store.runs.attempts(run.id);
    if (attempt === undefined) throw new Error('no attempt');
    const rows = await traceRows(
      { config: configOf(), blobs: run.store.blobs, calls: new Map() },
      attempt,
    );
    expect(rows).toMatchObject([
      { kind: 'attempt' },
      { kind: 'node', node: 'n0', ordinal: 0 },
      { kind: 'node', node: 'n1', ordinal: 1 },
      { kind: 'node', node: 'n2', ordinal: 2 },
      { kind: 'node', node: 'n10', ordinal: 10 },
    ]);
    expect(rows.at(-1)).not.toHaveProperty('words');
  });

  it('has what agents wrote of a node by their roles', async () => {
    const run = new SmallRun();
    await run.begin();
    const node = await run.node('HumanEval/0', { code: 'def f(x): return 0', passes: false });
    const words = { historian: await run.text('It returns nought.') };
    await run.finish('HumanEval/0', run.result([{ ...node, words }]));
    const [attempt] = await run.store.runs.attempts(run.id);
    if (attempt === undefined) throw new Error('no attempt');
    const rows = await traceRows(
      { config: configOf(), blobs: run.store.blobs, calls: new Map() },
      attempt,
    );
    expect(rows[1]).toMatchObject({ words: { historian: 'It returns nought.' } });
  });

  it('has what people did, what fell back, and plans with what they were made after', async () => {
    const run = new SmallRun();
    await run.begin(configOf({ samples: 2 }));
    const plain: SearchNode = {
      ...(await run.node('HumanEval/0', { code: 'def f(x): return 0', passes: false })),
      ...{ critique: { kind: 'none' }, steered: 'aborted', decision: null, visible: null },
    };
    const code = { code: 'pass', passes: false, ordinal: 1 };
    const nothing: SearchNode = { ...(await run.node('HumanEval/0', code)), program: null };
    const plans = [
      { example: await run.text('An example.'), plan: await run.text('A plan.'), confidence: 80 },
      { example: null, plan: await run.text('Another plan.'), confidence: 20 },
    ];
    const result = run.result([plain, nothing]);
    const neutralValues = { 'critic-score': 2 };
    const outcome = { ...result.outcome, plans, neutralValues, steered: true };
    const key = { run: run.id, problem: 'HumanEval/0', sample: 1 };
    await run.store.runs.beginAttempt(key, 2);
    await run.store.runs.finishAttempt(key, { ...result, outcome });
    const attempt = await run.store.runs.attempt(key);
    if (attempt === null) throw new Error('no attempt');
    const sources = { config: configOf(), blobs: run.store.blobs, calls: new Map() };
    expect(await traceRows(sources, attempt)).toMatchObject([
      {
        ...{ kind: 'attempt', sample: 1, steered: true, neutralValues },
        plans: [
          { example: 'An example.', plan: 'A plan.', confidence: 80 },
          { example: null, plan: 'Another plan.', confidence: 20 },
        ],
      },
      {
        ...{ sample: 1, steered: 'aborted', critique: { kind: 'none' }, visible: null },
        programText: 'def f(x): return 0',
      },
      { program: null, programText: null },
    ]);
  });
});

describe('the trace of a dialogue', () => {
  async function rowsOf(change: (outcome: DialogueOutcome) => DialogueOutcome) {
    const told: ToldDialogue = {
      rounds: [
        { code: 'a', told: 'Mind 0.', source: 'oracle', refused: ['code'], neutral: true },
        { code: 'b', trimmed: 2 },
        { code: null, parent: 'r1' },
      ],
      stop: 'no-code',
    };
    const { store, id } = await playDialogues({ of: { p: told } });
    const [attempt] = await store.runs.attempts(id);
    const outcome = attempt?.result?.outcome;
    if (attempt?.result == null || outcome?.kind !== 'dialogue') throw new Error('no dialogue');
    const calls = new Map((await store.runs.calls(id)).map((call) => [call.identity, call]));
    const config = dialogueConfig({ of: { p: told } });
    const ended = { ...attempt, result: { ...attempt.result, outcome: change(outcome) } };
    return traceRows({ config, blobs: store.blobs, calls }, ended);
  }

  it('has its rounds in order, each with what it was told and what was left out', async () => {
    const rows = await rowsOf((outcome) => ({ ...outcome, rounds: outcome.rounds.toReversed() }));
    expect(rows).toMatchObject([
      { kind: 'attempt' },
      {
        ...{ round: 'r1', parent: null, number: 1, trimmed: 0 },
        feedback: [
          { source: 'oracle', words: { text: 'Mind 0.' }, refused: ['code'], neutral: true },
        ],
      },
      { round: 'r2', parent: 'r1', number: 2, trimmed: 2, feedback: [] },
      { round: 'r3', parent: 'r1', number: 2, program: null, programText: null, execution: null },
    ]);
  });

  it('has calls that serve no round, and how a block in a session ended', async () => {
    const [first, second] = await rowsOf((outcome) => {
      const [round] = outcome.rounds;
      if (round?.execution == null) throw new Error('no execution');
      const { words } = round.execution;
      const execution: Execution = {
        ...{ on: 'session', end: 'raised', words, output: 'a'.repeat(64) },
        ...{ artefacts: [], rebuilt: null },
      };
      return {
        ...outcome,
        otherCalls: round.calls,
        steered: true,
        rounds: [{ ...round, execution }],
      };
    });
    expect(first).toMatchObject({
      steered: true,
      calls: [{ role: 'solver', model: 'gpt', promptTokens: 90, completionTokens: 10 }],
    });
    expect(second).toMatchObject({ execution: { on: 'session', end: 'raised', words: {} } });
  });

  it('has nothing of a call that nobody knows but its name', () => {
    const call = { role: 'solver', identity: 'x', repair: true } as const;
    const unknown = { model: null, promptTokens: null, completionTokens: null, costUsd: null };
    expect(callFact({ calls: new Map() }, call)).toEqual({ ...call, ...unknown, origin: null });
  });
});
