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

interface Making {
  readonly round: PlannedRound;
  readonly scope: CancellationScope;
  /** A person made this round unnecessary. Never reset, although the same round may become due again. */
  givenUp: boolean;
}

/** Feedback of a person on the round that is being made. It takes effect when the round is made. */
interface WaitingWords {
  readonly feedback: Feedback;
  answer: 'heard' | Refusal | null;
}

/** Every event is stored at its place before it takes effect, so a later history or start continues with all of them. */
export class LiveDialogue {
  private readonly order = new Mutex();
  private making: Making | null = null;
  private readonly waitingWords: WaitingWords[] = [];
  private ownBlock: CancellationScope | null = null;
  /** From now on no event is taken, because the record is being written. */
  closed = false;

  constructor(
    private readonly attempt: AttemptKey,
    private readonly ports: DialogueActivities,
    public state: DialogueState,
    /** Writes a record. If the work may be paused, a full disk pauses it. */
    private readonly write: <T>(start: () => Promise<T>) => Promise<T> = (start) => start(),
  ) {}

  get inFlight(): PlannedRound | null {
    return this.making?.round ?? null;
  }

  /** Whether feedback waits for a round. Such feedback is in no event yet. */
  get hasWaitingWords(): boolean {
    return this.waitingWords.length > 0;
  }

  /** Applies an event of the dialogue itself, unless an earlier action of a person has made it invalid. */
  record(event: DialogueEvent, hasRoom: () => boolean): Promise<void> {
    return this.order.run(async () => {
      if (hasRoom()) await this.keep(event);
    });
  }

  /** Applies an event of a person. Work that becomes useless is ended. @throws the refusal */
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

  /** Feedback on a round, by default the newest; on a round that is being made, it takes effect when that is made. */
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

  /** Runs a block of the person in the session of a chat. No message is answered meanwhile. */
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

  /** Ends the running block of the person. Returns whether there was one. */
  endOwnBlock(): boolean {
    this.ownBlock?.cancel();
    return this.ownBlock !== null;
  }

  get runsOwnBlock(): boolean {
    return this.ownBlock !== null;
  }

  checkOwnBlock(): void {
    // The check does not depend on the block: any block may run whenever no message is being answered.
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

  /** Records it with the feedback that people gave meanwhile. A round that a person gave up is not recorded. */
  async makeRound(round: PlannedRound, work: () => Promise<Round>): Promise<void> {
    const making: Making = { round, scope: new CancellationScope(), givenUp: false };
    this.making = making;
    try {
      const made = await making.scope.run(work);
      await this.order.run(async () => {
        if (making.givenUp) return;
        // If another workflow has continued the dialogue, continue from its state.
        if (await this.keep({ kind: 'round-made', round: made })) await this.hearWaiting(made.id);
        // Feedback that arrives from here on is about a round that is already made.
        this.making = null;
      });
    } catch (error) {
      // An update that is being handled comes first.
      await this.order.run(() => Promise.resolve());
      if (!making.givenUp) throw error;
    } finally {
      this.making = null;
    }
  }

  /** Waits until there are more than `since` events or the time is over. Returns whether there are more events. */
  somethingHappens(since: number, withinMs: number | null): Promise<boolean> {
    const happened = (): boolean => this.state.events > since;
    if (withinMs === null) return condition(happened).then(() => true);
    return condition(happened, withinMs);
  }

  /** Ends the taking of events and returns the outcome of the dialogue. */
  end(): DialogueOutcome {
    this.closed = true;
    return dialogueOutcome(this.state);
  }

  private isDue({ id, parent, number }: PlannedRound): boolean {
    const step = nextStep(this.state);
    if (step.kind !== 'make-round') return false;
    return step.round.id === id && step.round.parent === parent && step.round.number === number;
  }

  /** Only the first feedback counts. Later senders are refused with the reason. */
  private async hearWaiting(round: string): Promise<void> {
    for (let words = this.waitingWords[0]; words !== undefined; words = this.waitingWords[0]) {
      const event = feedbackOn(round, words.feedback);
      const refused = refusal(this.state, event);
      if (refused === null) await this.keep(event);
      words.answer = refused ?? 'heard';
      this.waitingWords.shift();
    }
  }

  /** Whether the event was recorded. If not, another event stood at its place, and that event has been applied. */
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
