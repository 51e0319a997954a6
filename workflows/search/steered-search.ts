import { CancellationScope } from '@temporalio/workflow';

import type { SearchOutcome, SteeringEntry } from '../../core/kinds/search/schema';
import { assertNever } from '../../core/values/assert-never';
import type { AttemptKey } from '../../core/ports/records';
import type {
  Expansion,
  Method,
  SearchAction,
  SearchEvent,
  SearchState,
} from '../../core/search/method';
import { outcomeOf } from '../../core/kinds/search/outcome';
import { canAbort, canAccept } from '../../core/search/steering';
import { waitsForReflections } from '../../core/search/to-reflect';
import { Mutex } from '../work/mutex';
import { refuse } from '../work/refuse';
import type { SearchActivities } from './search-activities';

function steeringEvent(action: SteeringEntry['action']): SearchEvent {
  switch (action.kind) {
    case 'add-strategy':
      return { kind: 'strategy-added', strategy: action.strategy };
    case 'abort-node':
      return { kind: 'abort-steered', node: action.node };
    case 'accept-node':
      return { kind: 'accept-steered', node: action.node };
    default:
      return assertNever(action);
  }
}

export interface SteeredSearchOptions {
  readonly method: Method;
  readonly attempt: AttemptKey;
  readonly ports: Pick<SearchActivities, 'records'>;
  readonly state: SearchState;
  /** Accepted updates of an earlier execution, in the order of their places. */
  readonly steering: readonly SteeringEntry[];
  /** Called when the next step may have changed. */
  readonly onSteered?: () => void;
}

/** Every accepted update is stored with its place before it takes effect; a repeated attempt applies each at its place. */
export class SteeredSearch {
  private readonly order = new Mutex();
  /** The step under way, and whether its result is still needed. */
  private underWay: { readonly scope: CancellationScope; readonly isWanted: () => boolean } | null =
    null;
  private earlier: readonly SteeringEntry[];
  /** From now on no update is taken, because the record is being written. */
  closed = false;

  private readonly method: Method;
  private readonly attempt: AttemptKey;
  private readonly ports: Pick<SearchActivities, 'records'>;
  private readonly onSteered: () => void;
  state: SearchState;

  constructor({ method, attempt, ports, state, steering, onSteered }: SteeredSearchOptions) {
    this.method = method;
    this.attempt = attempt;
    this.ports = ports;
    this.state = state;
    this.onSteered = onSteered ?? (() => undefined);
    this.earlier = steering.filter(({ place }) => place >= state.events);
  }

  next(): SearchAction {
    return this.method.next(this.state);
  }

  upcoming(atMost: number): readonly Expansion[] {
    return this.method.upcoming(this.state, atMost);
  }

  /** Applies an event, then the updates that a person made at this place in an earlier execution. */
  async apply(event: SearchEvent): Promise<void> {
    await this.order.run(() => {
      this.state = this.method.apply(this.state, event);
      this.repeatHere();
      return Promise.resolve();
    });
  }

  /** A new update takes the place of the next stored update, which moves behind it. */
  repeatHere(): void {
    for (;;) {
      const [entry, ...rest] = this.earlier;
      if (entry === undefined || entry.place > this.state.events) return;
      this.earlier = rest;
      this.take(entry.action);
    }
  }

  /** Records an update at its place, then lets it take effect. */
  async steer(action: SteeringEntry['action']): Promise<void> {
    await this.order.run(async () => {
      this.check(action);
      const entry = { place: this.state.events, action };
      await this.ports.records.recordSteering({ attempt: this.attempt, entry });
      this.take(action);
      this.repeatHere();
    });
  }

  check(action: SteeringEntry['action']): void {
    if (this.closed || this.state.finish !== null) refuse('the search has ended');
    if (action.kind === 'abort-node' && !canAbort(this.state, action.node)) {
      refuse(`there is no node ${action.node} that can be aborted`);
    }
    if (action.kind === 'accept-node' && !canAccept(this.state, action.node)) {
      refuse(`there is no node ${action.node} with a program to accept`);
    }
  }

  /** Runs an expansion. null: steering ended it. */
  whileInFlight<T>(node: string, work: () => Promise<T>): Promise<T | null> {
    return this.unlessSteered(() => this.isInFlight(node), work);
  }

  /** Asks for reflections on a node. null: steering ended the question. Other questions end only with the search. */
  whileWanted<T>(action: SearchAction, work: () => Promise<T>): Promise<T | null> {
    const isWanted = (): boolean => {
      if (this.state.finish !== null) return false;
      return action.kind !== 'reflect' || waitsForReflections(this.state, action.expansion.node);
    };
    return this.unlessSteered(isWanted, work);
  }

  private async unlessSteered<T>(
    isWanted: () => boolean,
    work: () => Promise<T>,
  ): Promise<T | null> {
    if (!isWanted()) return null;
    const scope = new CancellationScope();
    this.underWay = { scope, isWanted };
    try {
      const made = await scope.run(work);
      return isWanted() ? made : null;
    } catch (error) {
      if (!isWanted()) return null;
      throw error;
    } finally {
      this.underWay = null;
    }
  }

  /** Ends the taking of updates and returns the outcome of the search. */
  end(cancelled: boolean): SearchOutcome {
    this.closed = true;
    if (cancelled) this.state = this.method.apply(this.state, { kind: 'cancelled' });
    return outcomeOf(this.state);
  }

  private isInFlight(node: string): boolean {
    return this.state.inFlight?.node === node && this.state.finish === null;
  }

  private take(action: SteeringEntry['action']): void {
    this.state = this.method.apply(this.state, steeringEvent(action));
    if (this.underWay?.isWanted() === false) this.underWay.scope.cancel();
    this.onSteered();
  }
}
