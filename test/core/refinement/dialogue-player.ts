import type { DialogueRules } from '../../../core/refinement/dialogue-rules';
import { applyEvent, startDialogue } from '../../../core/refinement/dialogue-state';
import type { DialogueState } from '../../../core/refinement/dialogue-state';
import { nextStep } from '../../../core/refinement/next-step';
import type {
  DialogueEvent,
  Feedback,
  FeedbackKind,
  Round,
  RunBlock,
  TestedProgram,
} from '../../../core/schemas/dialogue';

export type ProblemRules = Extract<DialogueRules, { of: 'problem' }>;

export const ofProblem = (changes: Partial<ProblemRules> = {}): ProblemRules => ({
  of: 'problem',
  rounds: 4,
  feedback: 'execution',
  patience: null,
  tokenBudget: null,
  ...changes,
});
export const ofChat: DialogueRules = { of: 'chat', blocks: 3, tokenBudget: null };

export const textRef = (text: string) => ({ sha256: text.padEnd(64, '0'), excerpt: text });
/** What a program of this name is known by. */
export const programOf = (name: string): string => name.padEnd(64, '0');

export const told = (source: Feedback['source'], text = 'look again'): Feedback => ({
  source,
  text: textRef(text),
  refused: [],
  neutral: false,
});

export const tested = (kind: FeedbackKind): TestedProgram => ({
  on: 'tests',
  kind,
  verdict: kind === 'passed' || kind === 'loads' ? 'passed' : 'failed',
  passed: kind === 'passed' ? 2 : 0,
  total: 2,
  words: textRef(kind),
  timeSensitive: false,
});

export const block = (end: RunBlock['end'] = 'finished'): RunBlock => ({
  on: 'session',
  end,
  words: textRef(end),
  output: 'e'.repeat(64),
  artefacts: [],
  rebuilt: null,
});

/** A reply, and what came of it. Its program is of this name. */
export interface Reply {
  readonly reply: string | null;
  readonly execution?: Round['execution'];
  readonly feedback?: Feedback;
  readonly tokens?: number;
}

/** A reply whose program fails on its tests, as execution says. */
export const wrong = (reply: string, changes: Partial<Reply> = {}): Reply => ({
  reply,
  execution: tested('wrong-output'),
  feedback: told('execution'),
  ...changes,
});
/** A reply whose program nobody has said anything of yet. */
export const unjudged = (reply: string): Reply => ({ reply, execution: tested('wrong-output') });
export const right = (reply: string): Reply => ({ reply, execution: tested('passed') });
export const noCode: Reply = { reply: null };
export const ran = (reply: string, end: RunBlock['end'] = 'finished'): Reply => ({
  reply,
  execution: block(end),
});

export const message = (text: string): DialogueEvent => ({
  kind: 'message-given',
  text: textRef(text),
  files: [],
});
export const words = (round: string, source: Feedback['source'] = 'person'): DialogueEvent => ({
  kind: 'feedback-given',
  round,
  feedback: told(source),
  calls: [],
});
export const retryFrom = (round: string): DialogueEvent => ({ kind: 'retried-from', round });
export const ownBlock = (id: string): DialogueEvent => ({
  kind: 'block-run',
  id,
  program: programOf(id),
  execution: block(),
});

/** The round that the dialogue is to make next, made. @throws when it is to make none */
export function made(state: DialogueState, reply: Reply): DialogueEvent {
  const step = nextStep(state);
  if (step.kind !== 'make-round') throw new Error(`no round is due: ${JSON.stringify(step)}`);
  const { id, ordinal, parent, number } = step.round;
  const { reply: name, execution = null, feedback = null, tokens = 10 } = reply;
  const round: Round = {
    ...{ id, ordinal, parent, number, execution, feedback, tokens },
    reply: textRef(`reply ${name ?? 'without code'}`),
    finishReason: 'stop',
    program: name === null ? null : programOf(name),
    via: name === null ? null : 'fence',
    trimmed: 0,
    calls: [],
  };
  return { kind: 'round-made', round };
}

export type Move = Reply | DialogueEvent;

/** The events of a dialogue in which this was replied and done. */
export function eventsOf(rules: DialogueRules, moves: readonly Move[]): readonly DialogueEvent[] {
  let state = startDialogue(rules);
  return moves.map((move) => {
    const event = 'kind' in move ? move : made(state, move);
    state = applyEvent(state, event);
    return event;
  });
}

export function played(rules: DialogueRules, ...moves: readonly Move[]): DialogueState {
  return eventsOf(rules, moves).reduce(applyEvent, startDialogue(rules));
}
