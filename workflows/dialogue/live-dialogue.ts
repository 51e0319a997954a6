import { CancellationScope, condition } from '@temporalio/workflow';

import type { PlannedRound } from '../../core/ports/dialogue';
import type { AttemptKey } from '../../core/ports/records';
import { applyEvent, standingRounds } from '../../core/refinement/dialogue-state';
import type { DialogueState } from '../../core/refinement/dialogue-state';
import { nextStep } from '../../core/refinement/next-step';
import { dialogueOutcome } from '../../core/refinement/outcome';
import { refusal } from '../../core/refinement/steering';
import type { PersonEvent } from '../../core/refinement/steering';
import type { DialogueEvent, DialogueOutcome, Feedback, Round } from '../../core/schemas/dialogue';
import { Mutex } from '../work/mutex';
import { refuse } from '../work/refuse';
import type { DialogueActivities } from './dialogue-activities';

/**
 * The dialogue of one attempt with people's hands on it. Every event is in the store, at its place, before it takes effect:
 * who goes on from there goes on with what everybody had been told.
 */
export class LiveDialogue {
  private readonly order = new Mutex();
  private scope: CancellationScope | null = null;
  /** Round that is being made. */
  inFlight: PlannedRound | null = null;
  /** Words of people on the round that is being made: they take effect when it is. */
  private readonly waitingWords: Feedback[] = [];
  private runsOwnBlock = false;
  /** No event is taken from here on: the record is being written. */
  closed = false;

  constructor(
    private readonly attempt: AttemptKey,
    private readonly records: DialogueActivities['records'],
    public state: DialogueState,
  ) {}

  /** An event of the dialogue's own. */
  record(event: DialogueEvent): Promise<void> {
    return this.order.run(() => this.keep(event));
  }

  /** A person's event; what is under way for nothing then is ended. @throws the refusal */
  steer(event: PersonEvent): Promise<void> {
    return this.order.run(async () => {
      this.check(event);
      await this.keep(event);
      if (this.inFlight !== null && !this.isDue(this.inFlight)) this.scope?.cancel();
    });
  }

  /** A person's words on a round, or on the newest one: on one that is being made, as soon as it is. */
  async hear(feedback: Feedback, about: string | null): Promise<void> {
    if (this.inFlight === null || about !== null) {
      return this.steer(feedbackOn(about ?? this.newest, feedback));
    }
    this.waitingWords.push(feedback);
    await condition(() => this.closed || !this.waitingWords.includes(feedback));
    if (this.waitingWords.includes(feedback)) refuse('the dialogue has ended', 'ended');
  }

  /** The round that was made, and then what people had to say of it meanwhile. */
  async recordRound(round: Round): Promise<void> {
    await this.record({ kind: 'round-made', round });
    for (const feedback of [...this.waitingWords]) {
      const event = feedbackOn(round.id, feedback);
      if (refusal(this.state, event) === null) await this.record(event);
      else if (nextStep(this.state).kind === 'finish') return;
      this.waitingWords.splice(this.waitingWords.indexOf(feedback), 1);
    }
  }

  get newest(): string {
    return standingRounds(this.state).at(-1)?.id ?? '';
  }

  /** A person's own block in the session of a chat; nobody else is answered meanwhile. */
  async runOwnBlock(program: string, ports: DialogueActivities): Promise<void> {
    this.checkOwnBlock();
    this.runsOwnBlock = true;
    try {
      const { attempt } = this;
      const id = `b${String(this.state.events)}`;
      const execution = await ports.execution.executeBlock({ attempt, id, program });
      await this.record({ kind: 'block-run', id, program, execution });
    } finally {
      this.runsOwnBlock = false;
    }
  }

  checkOwnBlock(): void {
    // Whether a block may be run does not depend on which one it is.
    // Both are possible whenever nobody is being answered.
    this.check({ kind: 'model-chosen', model: '' });
  }

  check(event: PersonEvent): void {
    if (this.closed) refuse('the dialogue has ended', 'ended');
    if (this.runsOwnBlock) refuse('a block is being run just now; say it again afterwards', 'busy');
    const refused = refusal(this.state, event);
    if (refused !== null) refuse(refused.why, refused.kind);
  }

  /** Makes a round that a person may end; null when they did. */
  async whileInFlight<T>(round: PlannedRound, work: () => Promise<T>): Promise<T | null> {
    this.inFlight = round;
    this.scope = new CancellationScope();
    try {
      const made = await this.scope.run(work);
      return this.isDue(round) ? made : null;
    } catch (error) {
      if (!this.isDue(round)) return null;
      throw error;
    } finally {
      this.scope = null;
      this.inFlight = null;
    }
  }

  /** Until something happens, or so long; whether something did. */
  somethingHappens(withinMs: number | null): Promise<boolean> {
    const before = this.state.events;
    const happened = (): boolean => this.state.events > before;
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

  private async keep(event: DialogueEvent): Promise<void> {
    const place = this.state.events;
    await this.records.recordEvent({ attempt: this.attempt, place, event });
    this.state = applyEvent(this.state, event);
  }
}

function feedbackOn(round: string, feedback: Feedback): PersonEvent {
  return { kind: 'feedback-given', round, feedback, calls: [] };
}
