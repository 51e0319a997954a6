import { usualSessionLimits } from '../../core/adapters/session';
import type { AttemptKey } from '../../core/ports/records';
import type { DialogueState } from '../../core/refinement/dialogue-state';
import { liveName } from '../../core/refinement/live-name';
import { sessionBlocks } from '../../core/refinement/session-blocks';
import type { RunBlock } from '../../core/schemas/dialogue';
import type { ActivityDependencies } from '../dependencies';
import type { DurableContext } from '../work/durable';
import type { ChatDialogue } from './dialogue-contexts';
import { liveOutput } from './live-words';

export async function runBlock(
  { store, sessions }: ActivityDependencies,
  { signal }: DurableContext,
  {
    attempt,
    dialogue: { config },
    state,
    id,
    program,
  }: {
    readonly attempt: AttemptKey;
    readonly dialogue: ChatDialogue;
    readonly state: DialogueState;
    /** Id of its round, or of the block that a person ran. */
    readonly id: string;
    readonly program: string;
  },
): Promise<RunBlock> {
  const live = liveOutput(store.dialogues, attempt, liveName(id, state));
  const result = await sessions.run({
    key: attempt,
    id,
    program,
    before: sessionBlocks(state),
    limits: { ...usualSessionLimits, ...config.session },
    seed: config.seed,
    signal,
    onOutput: live.onOutput,
  });
  await live.done();
  return result;
}
