import type { Store } from '../../../core/ports/records';
import { stepNoteKey } from '../../../core/work/note-keys';
import {
  clamp,
  repositoryId,
  runId,
  smallEnvironment,
  stepNoteOf,
} from '../../report/environments/small-environment';
import { identityOf } from '../../report/small-run';

const key = { run: runId, problem: repositoryId, sample: 0 };
const call = identityOf('second round');

/** A run whose accepted harness a model repaired in its second round. */
export async function repairedEnvironment({
  last = 'model',
  failed = true,
  failsAfter = false,
  answered = true,
}: {
  readonly last?: 'model' | 'hypothesis';
  readonly failed?: boolean;
  readonly failsAfter?: boolean;
  readonly answered?: boolean;
} = {}): Promise<Store> {
  const model = { name: 'model-x', call };
  const store = await smallEnvironment({ provenance: { generator: 'model', round: 2, model } });
  const { environments, runs } = store;
  const gate = { stage: 'run', came: 'failed', reason: { code: 'no_tests' } } as const;
  const notes = [
    stepNoteOf({ stage: 'generate', generator: 'model', round: 1, came: 'generated' }),
    failed ? stepNoteOf({ ...gate, feedback: 'TypeError' }) : stepNoteOf({}),
    stepNoteOf({ stage: 'generate', generator: last, round: 2, came: 'generated' }),
    failsAfter ? stepNoteOf({ ...gate, feedback: 'again' }) : stepNoteOf({}),
  ];
  for (const [place, note] of notes.entries()) {
    await environments.saveStep(stepNoteKey(key, clamp, place), note);
  }
  if (answered) await answer(store);
  await runs.setRunStatus(runId, 'completed', null);
  return store;
}

async function answer({ journal }: Store): Promise<void> {
  const use = {
    ...{ ...key, kind: 'environment' as const, request: `${clamp}/cases/2`, repair: false },
    context: { problem: repositoryId, role: 'harness-writer' as const },
  };
  const said = (role: 'system' | 'user' | 'assistant', content: string) => ({ role, content });
  const request = {
    ...{ logicalEndpoint: 'http://models.test/v1', model: 'model-x', parameters: {}, seed: 0 },
    draw: { sample: 0, ordinal: 1 },
    messages: [
      said('system', 'You write cases.'),
      said('user', 'Write cases for clamp.'),
      said('assistant', 'def case_0(): clamp()'),
      said('user', 'TypeError: clamp() missing 3 arguments'),
    ],
  };
  await journal.claim({ identity: call, request, use, owner: 'one', leaseMs: 1000 });
  const text = '<think>Three.</think>\ndef case_0(): observe(clamp(5, 0, 3))\n';
  const usage = { promptTokens: 9, completionTokens: 9 };
  const rest = { costUsd: null, latencyMs: 1, origin: null };
  await journal.answer(
    call,
    { text, finishReason: 'stop', usage, ...rest },
    { use, requests: ['answered'] },
  );
}
