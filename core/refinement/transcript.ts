import type { DialogueRules } from './dialogue-rules';
import type { Artefact, DialogueEvent, Execution, Feedback, Round } from '../schemas/dialogue';
import type { TextRef } from '../schemas/text';
import { applyEvent, standingRounds, startDialogue } from './dialogue-state';
import type { DialogueState, OwnBlock } from './dialogue-state';

export type TranscriptEntry =
  | { readonly kind: 'message'; readonly text: TextRef; readonly files: readonly Artefact[] }
  | { readonly kind: 'reply'; readonly round: Round }
  | {
      readonly kind: 'execution';
      readonly round: string;
      readonly execution: Execution;
      /** The model heard its words; otherwise somebody else says what is wrong, or nobody does. */
      readonly told: boolean;
    }
  /** Of somebody, or of execution where the model was told other words than the execution's own. */
  | { readonly kind: 'feedback'; readonly round: string; readonly feedback: Feedback }
  /** A person's, with what it gave. */
  | { readonly kind: 'own-block'; readonly block: OwnBlock }
  | { readonly kind: 'model-chosen'; readonly model: string }
  /** The turn was given up: by a person, or for a cause, in words from outside. */
  | { readonly kind: 'turn-ended'; readonly cause: string | null }
  | { readonly kind: 'approved' }
  | { readonly kind: 'stopped' };

/** What stood once and does not any more. */
export interface TranscriptBranch {
  readonly why: 'retried' | 'undone';
  readonly entries: readonly TranscriptEntry[];
}

export interface Transcript {
  /** What stands. */
  readonly entries: readonly TranscriptEntry[];
  /** In the order in which they were left. */
  readonly branches: readonly TranscriptBranch[];
}

interface PlacedEntry {
  readonly entry: TranscriptEntry;
  /** How many turns there were, its own included. */
  readonly turn: number;
}

/** A dialogue as people read it; what stands in it is what `applyEvent` says does. */
export function transcriptOf(rules: DialogueRules, events: readonly DialogueEvent[]): Transcript {
  let state = startDialogue(rules);
  let standing: readonly PlacedEntry[] = [];
  const branches: TranscriptBranch[] = [];
  for (const event of events) {
    state = applyEvent(state, event);
    const turn = state.turns.length;
    standing = [...standing, ...entriesOf(event, state).map((entry) => ({ entry, turn }))];
    if (event.kind !== 'retried-from' && event.kind !== 'turn-undone') continue;
    const stands = (placed: PlacedEntry): boolean => isStanding(placed, state);
    const left = standing.filter((placed) => !stands(placed)).map(({ entry }) => entry);
    const why = event.kind === 'turn-undone' ? 'undone' : 'retried';
    if (left.length > 0) branches.push({ why, entries: left });
    standing = standing.filter(stands);
  }
  return { entries: standing.map(({ entry }) => entry), branches };
}

function entriesOf(event: DialogueEvent, state: DialogueState): readonly TranscriptEntry[] {
  switch (event.kind) {
    case 'message-given':
      return [{ kind: 'message', text: event.text, files: event.files }];
    case 'round-made':
      return roundEntries(event.round);
    case 'feedback-given':
      return [{ kind: 'feedback', round: event.round, feedback: event.feedback }];
    case 'block-run': {
      const block = state.ownBlocks.at(-1);
      return block === undefined ? [] : [{ kind: 'own-block', block }];
    }
    case 'model-chosen':
      return [{ kind: 'model-chosen', model: event.model }];
    case 'turn-ended':
      return [{ kind: event.kind, cause: event.cause ?? null }];
    case 'approved':
    case 'stopped':
      return [{ kind: event.kind }];
    case 'retried-from':
    case 'turn-undone':
      return [];
  }
}

function roundEntries(round: Round): readonly TranscriptEntry[] {
  const { id, execution, feedback } = round;
  const isItself =
    feedback?.source === 'execution' && feedback.text.sha256 === execution?.words.sha256;
  return [
    { kind: 'reply', round },
    ...(execution === null
      ? []
      : [{ kind: 'execution' as const, round: id, execution, told: isItself }]),
    ...(feedback === null || isItself ? [] : [{ kind: 'feedback' as const, round: id, feedback }]),
  ];
}

function isStanding({ entry, turn }: PlacedEntry, state: DialogueState): boolean {
  const hasRound = (round: string): boolean => standingRounds(state).some(({ id }) => id === round);
  switch (entry.kind) {
    case 'message':
      return turn <= state.turns.length;
    case 'reply':
      return hasRound(entry.round.id);
    case 'execution':
    case 'feedback':
      return hasRound(entry.round);
    case 'own-block':
      return state.ownBlocks.some(({ id }) => id === entry.block.id);
    case 'turn-ended':
      return state.turns[turn - 1]?.ended === true;
    case 'model-chosen':
    case 'approved':
    case 'stopped':
      return true;
  }
}
