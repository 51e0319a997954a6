import type { Round } from '../schemas/dialogue';
import type { DialogueState } from './dialogue-state';

/**
 * A chat may go on for years, and its workflow carries its state from history to history: of rounds before the turn under way
 * nothing but what decides what comes next. Their texts are in the store. A problem's dialogue stays as it is.
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

/** What decides whether a turn goes on stays: an earlier one is the last again when those after it are taken back. */
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
