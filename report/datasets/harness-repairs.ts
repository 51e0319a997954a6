import type { StepNote } from '../../core/schemas/environment-built';
import type { RunRecord, Store } from '../../core/ports/records';
import { stripReasoning } from '../../core/replies/strip-reasoning';
import type { DialogueTurn } from '../../core/schemas/source-row';
import { isRecord } from '../../core/values/is-record';
import {
  findEnvironmentRun,
  loadBuilt,
  loadRepositories,
  loadStepNotes,
} from '../environments/load-repositories';

/** How a model repaired the harness of a function, as a dialogue. */
export interface HarnessRepair {
  /** Number of its function among those of the run, from 0. */
  readonly place: number;
  /** Of the repository. null: it states none. */
  readonly licence: string | null;
  /** The function, the failing cases, what the gate said, and the cases with which the harness was accepted. */
  readonly turns: readonly DialogueTurn[];
}

/**
 * The repairs of a run of `env build`: the last round of the model for each accepted function, if a gate failed before that round and
 * none after it. Their texts are those that the model was sent, so they are in the journal.
 */
export async function* harnessRepairs(
  store: Store,
  { id }: RunRecord,
): AsyncGenerator<HarnessRepair> {
  let place = -1;
  for (const repository of await loadRepositories(store, await findEnvironmentRun(store, id))) {
    const licence = repository.environment?.repository.licence ?? null;
    for (const { entry } of repository.functions) {
      place += 1;
      if (entry.stage !== 'accepted') continue;
      const round = repairingRound(await loadStepNotes(store, repository, entry.id));
      if (round === null) continue;
      const { parts } = (await loadBuilt(store, entry.harness)).instance.harness;
      const part = parts.find(
        ({ provenance }) => provenance.generator === 'model' && provenance.round === round,
      );
      const call = part?.provenance.model?.call;
      const turns = call === undefined ? null : await turnsOf(store, call);
      if (turns !== null) yield { place, licence, turns };
    }
  }
}

/** The model's last round, if a gate had failed before it and none failed after it; otherwise null. */
function repairingRound(notes: readonly StepNote[]): number | null {
  const at = notes.findLastIndex(({ stage, came }) => stage === 'generate' && came === 'generated');
  const [before, repaired] = [notes[at - 1], notes[at]];
  if (repaired?.generator !== 'model' || before?.came !== 'failed') return null;
  // Without cases there is no harness that could fail.
  if (before.stage === 'generate') return null;
  return notes.slice(at).some(({ came }) => came === 'failed') ? null : repaired.round;
}

/** null if the journal does not have the call, or has it in another form. */
async function turnsOf({ runs }: Store, call: string): Promise<readonly DialogueTurn[] | null> {
  const full = await runs.callInFull(call);
  const messages = isRecord(full?.request) ? full.request['messages'] : null;
  const reply = isRecord(full?.answer) ? full.answer['text'] : null;
  if (!Array.isArray(messages) || typeof reply !== 'string') return null;
  const turns = messages.flatMap((message: unknown): DialogueTurn[] => {
    if (!isRecord(message) || typeof message['content'] !== 'string') return [];
    const { role, content } = message;
    return role === 'user' || role === 'assistant' ? [{ role, content }] : [];
  });
  turns.push({ role: 'assistant', content: stripReasoning(reply).trim() });
  const alternates = turns.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'));
  return alternates && turns.length > 2 ? turns : null;
}
