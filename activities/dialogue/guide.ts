import { buildSimulatedHumanMessages, guidanceParameters } from '../../core/agents/simulated-human';
import { fallbackValues } from '../../core/agents/fallback-values';
import { guidanceRepairs, readGuidance } from '../../core/agents/read-guidance';
import type { GivenFeedback } from '../../core/ports/dialogue';
import type { PlannedRound } from '../../core/refinement/planned-round';
import type { AttemptKey } from '../../core/ports/records';
import type { Execution } from '../../core/schemas/dialogue';
import { kindOf } from '../../core/tasks/kinds';
import { referenceOf } from '../../core/tasks/try-reference';
import type { ActivityDependencies } from '../dependencies';
import { askRole } from '../model/ask-role';
import type { DurableContext } from '../work/durable';
import { TextStore } from '../work/text-store';
import { askerOf } from './dialogue-contexts';
import type { ProblemDialogue } from './dialogue-contexts';

/** A model in the place of a person. */
export type Guide = 'human' | 'oracle';

export interface Guided {
  readonly attempt: AttemptKey;
  readonly dialogue: ProblemDialogue;
  readonly round: PlannedRound;
  /** sha256 */
  readonly program: string;
  readonly execution: Execution;
  readonly source: Guide;
}

/**
 * Asks the simulated person about the program of a round (OpenCodeInterpreter, synthetic feedback). An answer that is too
 * long, holds code or, from an oracle, gives the reference away is asked for again. After that a fixed sentence is used.
 */
export async function guide(
  dependencies: ActivityDependencies,
  context: DurableContext,
  { attempt, dialogue, round, program, execution, source }: Guided,
): Promise<GivenFeedback> {
  const { store } = dependencies;
  const texts = new TextStore(store.blobs);
  const { config, problem } = dialogue;
  const text = await texts.read(program);
  const words = await texts.read(execution.words.sha256);
  const hidden =
    source === 'oracle' ? await store.problems.hidden(config.dataset.sha256, problem.id) : null;
  const reference = hidden === null ? null : referenceOf(hidden);
  const refused: string[] = [];
  const asker = askerOf(dialogue);
  const answer = await askRole(dependencies, context, {
    attempt,
    asker: { ...asker, maxTokens: guidanceParameters.maxTokens },
    role: source,
    model: config.dialogue.humanModel ?? config.model.name,
    purpose: { kind: 'dialogue', round: round.id },
    ordinal: round.ordinal,
    messages: buildSimulatedHumanMessages({
      promptSet: config.dialogue.profile,
      problem,
      program: text,
      execution: words,
      reference,
    }),
    temperature: guidanceParameters.temperature,
    format: null,
    repairs: guidanceRepairs,
    parse: (reply) => {
      const known = [kindOf(problem).describe(problem), text, words];
      const read = readGuidance(reply, { reference, known });
      if (!read.ok) refused.push(read.reason);
      return read;
    },
  });
  const { isFallback: neutral, calls, tokens } = answer;
  const kept = await texts.keep(answer.value ?? fallbackValues.guidance);
  // A simulated person that saw hidden tests or the reference may mention them, so no history contains the text.
  const saw = hidden !== null || execution.words.excerpt === '';
  const said = saw ? { ...kept, excerpt: '' } : kept;
  return { feedback: { source, text: said, refused, neutral }, calls, tokens };
}
