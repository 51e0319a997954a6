import type { Round } from '../schemas/dialogue';
import type { DialogueState } from './dialogue-state';

/** A chat's workflow carries its state for years: rounds before the present turn keep only what decides the next step. */
export function slimChat(state: DialogueState): DialogueState {
  if (state.rules.of === 'problem') return state;
  const current = new Set(state.turns.at(-1)?.rounds);
  const rounds = state.rounds.map((round) => (current.has(round.id) ? round : slim(round)));
  const last = state.turns.length - 1;
  const turns = state.turns.map((turn, index) => (index === last ? turn : { ...turn, files: [] }));
  return { ...state, rounds, turns, ownBlocks: [], otherCalls: [] };
}

const nothing = { sha256: '', excerpt: '' };

/** What decides whether a turn continues is kept: an earlier turn may become the last. */
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
