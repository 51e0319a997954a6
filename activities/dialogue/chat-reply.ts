import type { GeneratedReply } from '../../core/ports/dialogue';
import type { PlannedRound } from '../../core/refinement/planned-round';
import type { AttemptKey } from '../../core/ports/records';
import type { DialogueState, OwnBlock, Turn } from '../../core/refinement/dialogue-state';
import { liveName } from '../../core/refinement/live-name';
import { chatParts } from '../../core/refinement/requests/chat-request';
import type { ToldReply, ToldTurn } from '../../core/refinement/requests/chat-request';
import { codeInReply } from '../../core/refinement/stops/code-in-reply';
import { repeatsBlock } from '../../core/refinement/stops/repeats-block';
import type { Round } from '../../core/schemas/dialogue';
import type { ActivityDependencies } from '../dependencies';
import { askRole } from '../model/ask-role';
import type { DurableContext } from '../work/durable';
import { TextStore } from '../work/text-store';
import { askerOf } from './dialogue-contexts';
import type { ChatDialogue } from './dialogue-contexts';
import { fitRequest } from './fit-request';
import { liveReply } from './live-words';

export interface ChatReplyInput {
  readonly attempt: AttemptKey;
  readonly dialogue: ChatDialogue;
  readonly state: DialogueState;
  readonly round: PlannedRound;
}

/** Asks the model for its next reply in a chat. Watchers get the reply while it is written. */
export async function chatReply(
  dependencies: ActivityDependencies,
  context: DurableContext,
  { attempt, dialogue, state, round }: ChatReplyInput,
): Promise<GeneratedReply> {
  const { store } = dependencies;
  const { config } = dialogue;
  const texts = new TextStore(store.blobs);
  const turns = await toldTurns(texts, state);
  const request = fitRequest(chatParts({ turns, tools: config.tools }), config);
  const live = liveReply(store.dialogues, attempt, liveName(round.id, state));
  const asked = await askRole<string>(dependencies, context, {
    attempt,
    asker: askerOf(dialogue),
    role: 'interpreter',
    model: state.model ?? config.model.name,
    purpose: { kind: 'dialogue', round: round.id },
    ordinal: round.ordinal,
    messages: request.messages,
    temperature: config.temperature,
    format: null,
    ...(config.tools ? { tools: ['execute_code'] as const } : {}),
    parse: (text) => ({ ok: true, value: text }),
    live: live.listener,
  });
  await live.done();
  const { answer } = asked;
  const code =
    answer.toolCall?.code ?? codeInReply(answer.text, { cutOff: answer.finishReason === 'length' });
  return {
    reply: await texts.keep(answer.text),
    finishReason: answer.finishReason,
    program: code === null ? null : await store.blobs.put(code),
    via: code === null ? null : answer.toolCall === undefined ? 'fence' : 'tool',
    repeats: code !== null && repeatsBlock(code, await ranWell(texts, state)),
    trimmed: request.dropped,
    tokens: asked.tokens,
    calls: [...asked.calls],
  };
}

async function ranWell(texts: TextStore, state: DialogueState): Promise<readonly string[]> {
  const rounds = roundsOf(state, state.turns.at(-1));
  const well = rounds.flatMap(({ program, execution }) =>
    program !== null && execution?.on === 'session' && execution.end === 'finished'
      ? [program]
      : [],
  );
  return Promise.all(well.map((program) => texts.read(program)));
}

function toldTurns(texts: TextStore, state: DialogueState): Promise<readonly ToldTurn[]> {
  return Promise.all(
    state.turns.map(async (turn, index) => ({
      text: turn.message === null ? '' : await texts.read(turn.message.sha256),
      files: turn.files,
      // Blocks that a person ran after the previous turn belong to the message of this turn.
      ownBlocks: await Promise.all(
        state.ownBlocks.filter((own) => own.turn === index).map((own) => toldBlock(texts, own)),
      ),
      replies: await Promise.all(roundsOf(state, turn).map((round) => toldReply(texts, round))),
    })),
  );
}

async function toldBlock(
  texts: TextStore,
  { program, execution }: OwnBlock,
): Promise<ToldTurn['ownBlocks'][number]> {
  return { code: await texts.read(program), words: await texts.read(execution.words.sha256) };
}

async function toldReply(texts: TextStore, round: Round): Promise<ToldReply> {
  const { id, reply, program, via, execution, finishReason } = round;
  return {
    id,
    reply: await texts.read(reply.sha256),
    code: program === null ? null : await texts.read(program),
    via,
    words: execution === null ? null : await texts.read(execution.words.sha256),
    failed: execution?.on === 'session' && execution.end !== 'finished',
    cutOff: finishReason === 'length',
  };
}

function roundsOf({ rounds }: DialogueState, turn: Turn | undefined): readonly Round[] {
  return rounds.filter(({ id }) => turn?.rounds.includes(id) === true);
}
