import type { JsonValue } from '../../core/values/canonical-json';
import { toldIn } from '../../core/kinds/dialogue/summary';
import type { AttemptRecord } from '../../core/ports/records';
import type { DialogueOutcome } from '../../core/kinds/dialogue/schema';
import type { Execution, Feedback, Round } from '../../core/schemas/dialogue';
import type { TextRef } from '../../core/schemas/text';
import { callFact } from './call-fact';
import type { KindTrace, TraceSources } from './kind-trace';

/** The trace of a dialogue: what it came to, then its rounds by ordinal, those of branches that were left among them. */
export async function dialogueTrace(
  sources: TraceSources,
  attempt: AttemptRecord,
  outcome: DialogueOutcome,
): Promise<KindTrace> {
  const rounds = outcome.rounds.toSorted((left, right) => left.ordinal - right.ordinal);
  const rows: JsonValue[] = [];
  for (const round of rounds) rows.push(await roundRow(sources, attempt, { outcome, round }));
  const { stop, branch, answer, answers, otherCalls, steered } = outcome;
  const calls = otherCalls.map((call) => callFact(sources, call));
  return { facts: { stop, branch, answer, answers, calls, steered }, rows };
}

async function roundRow(
  sources: TraceSources,
  { problem, sample }: AttemptRecord,
  { outcome, round }: { readonly outcome: DialogueOutcome; readonly round: Round },
): Promise<JsonValue> {
  const told: JsonValue[] = [];
  for (const feedback of toldIn(outcome, round)) told.push(await feedbackOf(sources, feedback));
  return {
    kind: 'round',
    task_id: problem,
    sample,
    round: round.id,
    ordinal: round.ordinal,
    parent: round.parent,
    number: round.number,
    finishReason: round.finishReason,
    program: round.program,
    programText: round.program === null ? null : await sources.blobs.get(round.program),
    via: round.via,
    execution: round.execution === null ? null : await executionOf(sources, round.execution),
    feedback: told,
    trimmed: round.trimmed,
    tokens: round.tokens,
    calls: round.calls.map((call) => callFact(sources, call)),
  };
}

async function executionOf(sources: TraceSources, execution: Execution): Promise<JsonValue> {
  const words = await wordsOf(sources, execution.words);
  if (execution.on === 'session') return { on: 'session', end: execution.end, words };
  const { kind, verdict, passed, total } = execution;
  return { on: 'tests', kind, verdict, passed, total, words };
}

async function feedbackOf(
  sources: TraceSources,
  { source, text, refused, neutral }: Feedback,
): Promise<JsonValue> {
  return { source, words: await wordsOf(sources, text), refused, neutral };
}

/** Words that may quote hidden tests go out as their hash alone. */
async function wordsOf({ config, blobs }: TraceSources, { sha256 }: TextRef): Promise<JsonValue> {
  const hidden =
    config.kind === 'dialogue' && ['base', 'same'].includes(config.dialogue.feedbackTests);
  return hidden ? { sha256 } : { sha256, text: await blobs.get(sha256) };
}
