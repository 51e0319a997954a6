import { assertNever } from '../values/assert-never';
import type { DialogueRules } from './dialogue-rules';
import type { CallRef } from '../schemas/model';
import type {
  Artefact,
  DialogueEvent,
  DialogueStop,
  Feedback,
  Round,
  RunBlock,
} from '../schemas/dialogue';
import type { TextRef } from '../schemas/text';

/** A block of the person, and the turn after which it ran. */
export interface OwnBlock {
  readonly id: string;
  readonly program: string;
  readonly execution: RunBlock;
  /** Standing rounds and messages before it. */
  readonly afterRound: string | null;
  readonly turn: number;
}

/** A question and the rounds that answer it. The dialogue of a problem is a single turn. */
export interface Turn {
  /** null: the problem itself asks. */
  readonly message: TextRef | null;
  readonly files: readonly Artefact[];
  /** Ids, in order. */
  readonly rounds: readonly string[];
  /** A person gave it up. */
  readonly ended: boolean;
}

export interface DialogueState {
  readonly rules: DialogueRules;
  /** Number of events: the place of the next event. */
  readonly events: number;
  /** Of all branches, by ordinal. */
  readonly rounds: readonly Round[];
  /** Those that stand. */
  readonly turns: readonly Turn[];
  /** Feedback on rounds from outside, by round. */
  readonly said: Readonly<Record<string, readonly Feedback[]>>;
  readonly ownBlocks: readonly OwnBlock[];
  readonly otherCalls: readonly CallRef[];
  /** Of these. */
  readonly otherTokens: number;
  /** Chats: the present model, if a person chose another than the first. */
  readonly model: string | null;
  /** The action of a person that ended the dialogue. Other ends are found by `nextStep`. */
  readonly endedBy: Extract<DialogueStop, 'approved' | 'stopped'> | null;
  /** Whether a person took part, except by messages of a chat. */
  readonly steered: boolean;
}

export function startDialogue(rules: DialogueRules): DialogueState {
  const asked: Turn = { message: null, files: [], rounds: [], ended: false };
  return {
    rules,
    events: 0,
    rounds: [],
    turns: rules.of === 'problem' ? [asked] : [],
    said: {},
    ownBlocks: [],
    otherCalls: [],
    otherTokens: 0,
    model: null,
    endedBy: null,
    steered: false,
  };
}

export function foldDialogue(
  rules: DialogueRules,
  events: readonly DialogueEvent[],
): DialogueState {
  return events.reduce(applyEvent, startDialogue(rules));
}

export function applyEvent(before: DialogueState, event: DialogueEvent): DialogueState {
  const state = { ...before, events: before.events + 1 };
  const { turns } = state;
  switch (event.kind) {
    case 'message-given': {
      const turn = { message: event.text, files: event.files, rounds: [], ended: false };
      return { ...state, turns: [...turns, turn] };
    }
    case 'round-made': {
      const rounds = [...state.rounds, event.round];
      const add = (turn: Turn): Turn => ({ ...turn, rounds: [...turn.rounds, event.round.id] });
      return { ...state, rounds, turns: withLast(turns, add) };
    }
    case 'feedback-given': {
      const earlier = state.said[event.round] ?? [];
      const said = { ...state.said, [event.round]: [...earlier, event.feedback] };
      const otherCalls = [...state.otherCalls, ...event.calls];
      const steered = state.steered || event.feedback.source === 'person';
      const otherTokens = state.otherTokens + (event.tokens ?? 0);
      return { ...state, said, otherCalls, otherTokens, steered };
    }
    case 'approved':
    case 'stopped':
      return { ...state, endedBy: event.kind, steered: true };
    case 'retried-from':
      return { ...state, ...cutAt(state, event.round), steered: true };
    case 'block-run': {
      const { id, program, execution } = event;
      const afterRound = turns.at(-1)?.rounds.at(-1) ?? null;
      const own: OwnBlock = { id, program, execution, afterRound, turn: turns.length };
      return { ...state, ownBlocks: [...state.ownBlocks, own] };
    }
    case 'model-chosen':
      return { ...state, model: event.model };
    case 'turn-ended':
      return { ...state, turns: withLast(turns, (turn) => ({ ...turn, ended: true })) };
    case 'turn-undone':
      return { ...state, turns: turns.slice(0, -1), ...blocksUpTo(state, turns.length - 1) };
    default:
      return assertNever(event);
  }
}

export function standingRounds({ turns, rounds }: DialogueState): readonly Round[] {
  const byId = new Map(rounds.map((round) => [round.id, round]));
  return turns.flatMap((turn) => turn.rounds.flatMap((id) => byId.get(id) ?? []));
}

/** Everything that a round was told of what it came to, in order. */
export function toldOf({ said }: DialogueState, round: Round): readonly Feedback[] {
  return [...(round.feedback === null ? [] : [round.feedback]), ...(said[round.id] ?? [])];
}

/** The turn loses this round and the later ones, and is open again. Later turns are removed. */
function cutAt(state: DialogueState, round: string): Pick<DialogueState, 'turns' | 'ownBlocks'> {
  const at = state.turns.findIndex(({ rounds }) => rounds.includes(round));
  const turn = state.turns[at];
  if (turn === undefined) return state;
  const rounds = turn.rounds.slice(0, turn.rounds.indexOf(round));
  const open: Turn = { ...turn, rounds, ended: false };
  const ownBlocks = state.ownBlocks.filter(
    (block) =>
      block.turn <= at ||
      (block.turn === at + 1 && (block.afterRound === null || rounds.includes(block.afterRound))),
  );
  return { turns: [...state.turns.slice(0, at), open], ownBlocks };
}

function blocksUpTo({ ownBlocks }: DialogueState, turns: number): Pick<DialogueState, 'ownBlocks'> {
  return { ownBlocks: ownBlocks.filter(({ turn }) => turn <= turns) };
}

function withLast(turns: readonly Turn[], change: (turn: Turn) => Turn): readonly Turn[] {
  const last = turns.at(-1);
  return last === undefined ? turns : [...turns.slice(0, -1), change(last)];
}
