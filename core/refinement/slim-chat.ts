import type { Round } from '../schemas/dialogue';
import type { DialogueState } from './dialogue-state';

/**
 * A chat may last for years, and its workflow carries its state from history to history. Rounds before the present turn keep
 * only what decides the next step. Their texts are in the store. The dialogue of a problem is not changed.
 */
export function slimChat(state: DialogueState): DialogueState {
  if (state.rules.of === 'problem') return state;
  const current = new Set(state.turns.at(-1)?.rounds);
  const rounds = state.rounds.map((round) => (current.has(round.id) ? round : slim(round)));
  const last = state.turns.length - 1;
  const turns = state.turns.map((turn, index) => (index === last ? turn : { ...turn, files: [] }));
  return { ...state, rounds, turns, ownBlocks: [], otherCalls: [] };
}

const nothing = { sha256: '', excerpt: '' };

/**
 * Members that decide whether a turn continues are kept: an earlier turn becomes the last when later ones are taken back.
 */
function slim(round: Round): Round {
  const { execution } = round;
  return {
    ...round,
    reply: nothing,
    execution:
      execution?.on === 'session'
        ? { ...execution, words: nothing, output: '', artefacts: [], rebuilt: null }
        : execution,
    feedback: null,
    calls: [],
  };
}
