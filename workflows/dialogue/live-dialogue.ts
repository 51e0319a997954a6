import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';

import type { AttemptKey } from '../../core/durable/attempt-key';
import type { PlannedRound } from '../../core/refinement/planned-round';
import { applyEvent, standingRounds } from '../../core/refinement/dialogue-state';
import type { DialogueState } from '../../core/refinement/dialogue-state';
import { nextStep } from '../../core/refinement/next-step';
import { dialogueOutcome } from '../../core/kinds/dialogue/outcome';
import { refusal } from '../../core/refinement/steering';
import type { PersonEvent, Refusal } from '../../core/refinement/steering';
import type { DialogueEvent, Feedback, Round } from '../../core/schemas/dialogue';
import type { DialogueOutcome } from '../../core/kinds/dialogue/schema';
import { Mutex } from '../work/mutex';
import { refuse } from '../work/refuse';
import type { DialogueActivities } from './dialogue-activities';

/** A round that is being made. */
interface Making {
  readonly round: PlannedRound;
  readonly scope: CancellationScope;
  /** A person did something after which it is not due. It stays so: the same round may become due once more. */
  givenUp: boolean;
}

/** A person's words on the round that is being made: they take effect when it is. */
interface WaitingWords {
  readonly feedback: Feedback;
  answer: 'heard' | Refusal | null;
}

/**
 * The dialogue of one attempt with people's hands on it. Every event is in the store, at its place, before it takes effect:
 * who goes on from there goes on with what everybody had been told.
 */
export class LiveDialogue {
  private readonly order = new Mutex();
  private making: Making | null = null;
  private readonly waitingWords: WaitingWords[] = [];
  private ownBlock: CancellationScope | null = null;
  /** No event is taken from here on: the record is being written. */
  closed = false;

  constructor(
    private readonly attempt: AttemptKey,
    private readonly ports: DialogueActivities,
    public state: DialogueState,
    /** How a record is written: where a run may be paused, a full disk pauses it. */
    private readonly write: <T>(start: () => Promise<T>) => Promise<T> = (start) => start(),
  ) {}

  /** Round that is being made. */
  get inFlight(): PlannedRound | null {
    return this.making?.round ?? null;
  }

  /** Whether people's words wait for a round: they are in no event yet. */
  get hasWaitingWords(): boolean {
    return this.waitingWords.length > 0;
  }

  /** An event of the dialogue's own, unless what a person did just before leaves no room for it. */
  record(event: DialogueEvent, hasRoom: () => boolean): Promise<void> {
    return this.order.run(async () => {
      if (hasRoom()) await this.keep(event);
    });
  }

  /** A person's event; what is under way for nothing then is ended. @throws the refusal */
  steer(event: PersonEvent): Promise<void> {
    return this.order.run(async () => {
      this.check(event);
      if (!(await this.keep(event))) refuse(movedWords, 'busy');
      if (event.kind === 'stopped') this.endOwnBlock();
      const { making } = this;
      if (making === null || this.isDue(making.round)) return;
      making.givenUp = true;
      making.scope.cancel();
    });
  }

  /** A person's words on a round, or on the newest one: on one that is being made, as soon as it is. */
  async hear(feedback: Feedback, about: string | null): Promise<void> {
    const { making } = this;
    if (making === null) return this.steer(feedbackOn(about ?? this.newest, feedback));
    if (about !== null) refuse(`${making.round.id} is being made already`, 'answered');
    const words: WaitingWords = { feedback, answer: null };
    this.waitingWords.push(words);
    await condition(() => words.answer !== null || this.closed);
    if (words.answer === null) refuse('the dialogue has ended', 'ended');
    else if (words.answer !== 'heard') refuse(words.answer.why, words.answer.kind);
  }

  get newest(): string {
    return standingRounds(this.state).at(-1)?.id ?? '';
  }

  /** A person's own block in the session of a chat; nobody else is answered meanwhile. */
  async runOwnBlock(program: string): Promise<void> {
    this.checkOwnBlock();
    const scope = new CancellationScope();
    this.ownBlock = scope;
    try {
      const { attempt, ports } = this;
      const id = `b${String(this.state.events)}`;
      const run = () => ports.execution.executeBlock({ attempt, id, program });
      const execution = await scope.run(run);
      const event = { kind: 'block-run', id, program, execution } as const;
      if (!(await this.order.run(() => this.keep(event)))) refuse(movedWords, 'busy');
    } catch (error) {
      if (isCancellation(error)) refuse('the block was given up', 'given-up');
      throw error;
    } finally {
      this.ownBlock = null;
    }
  }

  /** Ends a person's own block; whether there was one. */
  endOwnBlock(): boolean {
    this.ownBlock?.cancel();
    return this.ownBlock !== null;
  }

  get runsOwnBlock(): boolean {
    return this.ownBlock !== null;
  }

  checkOwnBlock(): void {
    // Whether a block may be run does not depend on which one it is: both can be whenever nobody is being answered.
    this.check({ kind: 'model-chosen', model: '' });
  }

  check(event: PersonEvent): void {
    if (this.closed) refuse('the dialogue has ended', 'ended');
    if (this.runsOwnBlock && event.kind !== 'stopped') {
      refuse('a block is being run just now; say it again afterwards', 'busy');
    }
    const refused = refusal(this.state, event);
    if (refused !== null) refuse(refused.why, refused.kind);
  }

  /** Makes a round and records it with what people said of it meanwhile; nothing of one that a person gave up. */
  async makeRound(round: PlannedRound, work: () => Promise<Round>): Promise<void> {
    const making: Making = { round, scope: new CancellationScope(), givenUp: false };
    this.making = making;
    try {
      const made = await making.scope.run(work);
      await this.order.run(async () => {
        if (making.givenUp) return;
        // Where somebody else has gone on with the dialogue, it goes on from there.
        if (await this.keep({ kind: 'round-made', round: made })) await this.hearWaiting(made.id);
        // Who speaks from here on speaks of a round that is made.
        this.making = null;
      });
    } catch (error) {
      // What a person is doing just now comes first.
      await this.order.run(() => Promise.resolve());
      if (!making.givenUp) throw error;
    } finally {
      this.making = null;
    }
  }

  /** Until something has happened since there were so many events, or so long; whether something has. */
  somethingHappens(since: number, withinMs: number | null): Promise<boolean> {
    const happened = (): boolean => this.state.events > since;
    if (withinMs === null) return condition(happened).then(() => true);
    return condition(happened, withinMs);
  }

  /** Takes no more events and tells what the dialogue came to. */
  end(): DialogueOutcome {
    this.closed = true;
    return dialogueOutcome(this.state);
  }

  private isDue({ id, parent, number }: PlannedRound): boolean {
    const step = nextStep(this.state);
    if (step.kind !== 'make-round') return false;
    return step.round.id === id && step.round.parent === parent && step.round.number === number;
  }

  /** The first who spoke is heard, and the others are told so. */
  private async hearWaiting(round: string): Promise<void> {
    for (let words = this.waitingWords[0]; words !== undefined; words = this.waitingWords[0]) {
      const event = feedbackOn(round, words.feedback);
      const refused = refusal(this.state, event);
      if (refused === null) await this.keep(event);
      words.answer = refused ?? 'heard';
      this.waitingWords.shift();
    }
  }

  /** Whether it was recorded; else what was recorded in its place has happened. */
  private async keep(event: DialogueEvent): Promise<boolean> {
    const { attempt, ports } = this;
    const place = this.state.events;
    const others = await this.write(() => ports.records.recordEvent({ attempt, place, event }));
    this.state = (others ?? [event]).reduce(applyEvent, this.state);
    return others === null;
  }
}

function feedbackOn(round: string, feedback: Feedback): PersonEvent {
  return { kind: 'feedback-given', round, feedback, calls: [] };
}

const movedWords = 'the dialogue has gone on elsewhere meanwhile; look, and say it again';
