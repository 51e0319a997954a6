import type { PlannedRound } from './planned-round';
import type { DialogueRules } from './dialogue-rules';
import type { DialogueStop, Patience, Round } from '../schemas/dialogue';
import { standingRounds, toldOf } from './dialogue-state';
import type { DialogueState, Turn } from './dialogue-state';

export type DialogueStep =
  | { readonly kind: 'make-round'; readonly round: PlannedRound }
  /** `round`: the round that needs feedback of a person. null: the person may say anything. */
  | {
      readonly kind: 'wait-for-person';
      readonly round: string | null;
      readonly patience: Patience | null;
    }
  | { readonly kind: 'finish'; readonly stop: DialogueStop };

/** A pure function of the state: a workflow that continues a dialogue does what the first would have done. */
export function nextStep(state: DialogueState): DialogueStep {
  const { rules, endedBy } = state;
  if (endedBy !== null) return { kind: 'finish', stop: endedBy };
  return rules.of === 'problem' ? nextOfProblem(state, rules) : nextOfChat(state, rules);
}

function nextOfProblem(
  state: DialogueState,
  rules: Extract<DialogueRules, { of: 'problem' }>,
): DialogueStep {
  const standing = standingRounds(state);
  const last = standing.at(-1);
  if (last === undefined) return makeRound(state, { last: rules.rounds === 1, runsCode: true });
  const stop = ownStop(state, last);
  if (stop !== null) return { kind: 'finish', stop };
  if (last.number >= rules.rounds) return { kind: 'finish', stop: 'max-rounds' };
  if (toldOf(state, last).length === 0 && rules.feedback !== 'none') {
    return { kind: 'wait-for-person', round: last.id, patience: rules.patience };
  }
  return makeRound(state, { last: last.number + 1 === rules.rounds, runsCode: true });
}

/** A reason to stop that the round itself gives (the loop of OpenCodeInterpreter: passed, or no code). */
function ownStop(state: DialogueState, { program, execution }: Round): DialogueStop | null {
  if (program === null) return 'no-code';
  if (execution?.on === 'tests' && execution.kind === 'passed') return 'passed';
  if (execution?.on === 'tests' && execution.kind === 'loads') return 'no-error';
  return isSpent(state) ? 'budget' : null;
}

function nextOfChat(
  state: DialogueState,
  rules: Extract<DialogueRules, { of: 'chat' }>,
): DialogueStep {
  const turn = state.turns.at(-1);
  if (turn === undefined || turnStop(state, turn) !== null) {
    return { kind: 'wait-for-person', round: null, patience: null };
  }
  return makeRound(state, { last: false, runsCode: blocksRun(state, turn) < rules.blocks });
}

/** Why the turn of a chat is over. null: the model continues. */
export function turnStop(
  state: DialogueState,
  turn: Turn,
): 'no-code' | 'no-error' | 'max-rounds' | 'stopped' | 'budget' | null {
  if (turn.ended) return 'stopped';
  const last = roundsOf(state, turn).at(-1);
  if (last === undefined) return null;
  if (last.program === null) return 'no-code';
  if (last.execution !== null) return isSpent(state) ? 'budget' : null;
  // Code that was not run: it had run before without an error, or the limit of blocks was reached.
  const { rules } = state;
  return rules.of === 'chat' && blocksRun(state, turn) >= rules.blocks ? 'max-rounds' : 'no-error';
}

/** Whether a message is being answered, so that another message would interrupt. */
export function isBusy(state: DialogueState): boolean {
  return nextStep(state).kind === 'make-round';
}

function roundsOf({ rounds }: DialogueState, turn: Turn): readonly Round[] {
  return rounds.filter(({ id }) => turn.rounds.includes(id));
}

function blocksRun(state: DialogueState, turn: Turn): number {
  return roundsOf(state, turn).filter(({ execution }) => execution !== null).length;
}

function isSpent(state: DialogueState): boolean {
  const left = tokensLeft(state);
  return left !== null && left <= 0;
}

function tokensLeft({ rules, rounds, otherTokens }: DialogueState): number | null {
  const { tokenBudget } = rules;
  if (tokenBudget === null) return null;
  return tokenBudget - rounds.reduce((sum, { tokens }) => sum + tokens, otherTokens);
}

function makeRound(
  state: DialogueState,
  how: Pick<PlannedRound, 'last' | 'runsCode'>,
): DialogueStep {
  const ordinal = state.rounds.length;
  const before = standingRounds(state).at(-1);
  const round = {
    id: `r${String(ordinal + 1)}`,
    ordinal,
    parent: before?.id ?? null,
    number: (before?.number ?? 0) + 1,
    after: state.events,
    tokensLeft: tokensLeft(state),
  };
  return { kind: 'make-round', round: { ...round, ...how } };
}
