import { extractProgram } from '../../core/agents/extract-program';
import type { ParsedReply } from '../../core/replies/parsed-reply';
import type { AgentRole } from '../../core/names/roles';
import type { GeneratedReply } from '../../core/ports/dialogue';
import type { PlannedRound } from '../../core/refinement/planned-round';
import type { AttemptKey } from '../../core/ports/records';
import { standingRounds, toldOf } from '../../core/refinement/dialogue-state';
import type { DialogueState } from '../../core/refinement/dialogue-state';
import { refineParts } from '../../core/refinement/requests/refine-request';
import type { PastRound } from '../../core/refinement/requests/past-round';
import type { Problem } from '../../core/tasks/problem';
import { kindOf } from '../../core/tasks/kinds';
import { pythonReader } from '../../datasets/python/python-reader';
import type { ActivityDependencies } from '../dependencies';
import { askRole } from '../model/ask-role';
import type { DurableContext } from '../work/durable';
import { TextStore } from '../work/text-store';
import { askerOf } from './dialogue-contexts';
import type { ProblemDialogue } from './dialogue-contexts';
import { fitRequest } from './fit-request';

/**
 * The first request is one to a Solver, later ones are to a Debugger (rules 13). With our own prompts, a reply without code
 * is asked for once more. With the prompts of OpenCodeInterpreter, it ends the dialogue.
 */
export async function problemReply(
  dependencies: ActivityDependencies,
  context: DurableContext,
  {
    attempt,
    dialogue,
    state,
    round,
  }: {
    readonly attempt: AttemptKey;
    readonly dialogue: ProblemDialogue;
    readonly state: DialogueState;
    readonly round: PlannedRound;
  },
): Promise<GeneratedReply> {
  const { config, problem } = dialogue;
  const texts = new TextStore(dependencies.store.blobs);
  const { profile: promptSet } = config.dialogue;
  const rounds = await pastRounds(texts, state);
  const request = fitRequest(refineParts({ promptSet, problem, rounds }), {
    ...config.dialogue,
    maxTokens: config.maxTokens,
  });
  const role: AgentRole = round.number === 1 ? 'solver' : 'debugger';
  const answer = await askRole<string | null>(dependencies, context, {
    attempt,
    asker: askerOf(dialogue),
    role,
    model: config.model.name,
    purpose: { kind: 'dialogue', round: round.id },
    ordinal: round.ordinal,
    messages: request.messages,
    temperature: config.temperature ?? 0,
    format: null,
    parse: (text) => programIn(text, problem, promptSet === 'oci'),
  });
  const program = answer.value;
  const kept = await texts.keep(answer.answer.text);
  return {
    reply: isToldSecrets(state) ? { ...kept, excerpt: '' } : kept,
    finishReason: answer.answer.finishReason,
    program: program === null ? null : await dependencies.store.blobs.put(program),
    via: program === null ? null : 'fence',
    repeats: false,
    trimmed: request.dropped,
    tokens: answer.tokens,
    calls: [...answer.calls],
  };
}

/** A model that was told results of hidden tests may repeat them, so no history contains the text. */
function isToldSecrets(state: DialogueState): boolean {
  const told = standingRounds(state).flatMap((round) => toldOf(state, round));
  return told.some(({ text }) => text.excerpt === '');
}

async function pastRounds(texts: TextStore, state: DialogueState): Promise<readonly PastRound[]> {
  return Promise.all(
    standingRounds(state).map(async (round) => {
      const told = toldOf(state, round);
      const said = await Promise.all(told.map(({ text }) => texts.read(text.sha256)));
      return {
        reply: await texts.read(round.reply.sha256),
        program: round.program === null ? null : await texts.read(round.program),
        feedback: { source: told.at(-1)?.source ?? ('none' as const), text: said.join('\n\n') },
      };
    }),
  );
}

function programIn(reply: string, problem: Problem, asItIs: boolean): ParsedReply<string | null> {
  const { program } = extractProgram(reply, {
    entryPoint: kindOf(problem).entryPoint(problem),
    ...pythonReader,
  });
  if (program !== null || asItIs) return { ok: true, value: program };
  return { ok: false, problem: 'it holds no Python program' };
}
