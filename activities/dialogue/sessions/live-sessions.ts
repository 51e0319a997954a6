import type { InterpreterSession } from '../../../core/adapters/session';
import { SandboxCancelledError, SandboxClosedError } from '../../../sandbox';

export interface LiveSessionsOptions {
  /** Sessions that live at a time, at work or not. */
  readonly most: number;
  /** One that nobody uses for so long is put away. */
  readonly idleMs: number;
}

/** A session between two blocks. */
export interface KeptSession {
  readonly session: InterpreterSession;
  /** Names what has run in it. */
  readonly state: string;
}

interface IdleSession extends KeptSession {
  readonly timer: NodeJS.Timeout;
}

/**
 * The interpreter sessions of this process. There are never more than `most`: who wants one more puts away the idle one
 * that was used least recently, or waits for one to become idle. Nothing but time is lost by putting one away.
 */
export class LiveSessions {
  /** The one used least recently comes first. */
  private readonly idle = new Map<string, IdleSession>();
  private readonly open = new Set<InterpreterSession>();
  private opening = 0;
  private waiting: (() => void)[] = [];
  private closed = false;

  constructor(private readonly options: LiveSessionsOptions) {}

  /** How many processes live. */
  get count(): number {
    return this.open.size + this.opening;
  }

  /** Takes the session of a dialogue off the shelf when it is in this state. */
  async take(dialogue: string, state: string): Promise<InterpreterSession | null> {
    this.refuseClosed();
    const kept = this.idle.get(dialogue);
    if (kept === undefined) return null;
    this.unshelve(dialogue, kept);
    if (kept.state === state) return kept.session;
    await this.discard(kept.session);
    return null;
  }

  /**
   * Opens one as soon as there is a place for it.
   * @throws SandboxCancelledError, SandboxClosedError
   */
  async add(
    start: () => Promise<InterpreterSession>,
    signal?: AbortSignal,
  ): Promise<InterpreterSession> {
    await this.takePlace(signal);
    try {
      const session = await start();
      this.open.add(session);
      return session;
    } finally {
      this.opening -= 1;
      this.wake();
    }
  }

  /** Back on the shelf until its dialogue goes on. */
  async keep(dialogue: string, { session, state }: KeptSession): Promise<void> {
    if (this.closed) return this.discard(session);
    const timer = setTimeout(() => {
      const kept = this.idle.get(dialogue);
      if (kept?.session === session) void this.putAway(dialogue, kept);
    }, this.options.idleMs);
    timer.unref();
    this.idle.set(dialogue, { session, state, timer });
    this.wake();
  }

  /** Ends a session that is not on the shelf. */
  async discard(session: InterpreterSession): Promise<void> {
    try {
      await session.close();
    } catch {
      // Its state is given up already; whoever opened its cell reaps what is left of it.
    } finally {
      this.open.delete(session);
      this.wake();
    }
  }

  /** Ends all of them, those at work too: what they are doing is no result any more. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { timer } of this.idle.values()) clearTimeout(timer);
    this.idle.clear();
    this.wake();
    await Promise.all([...this.open].map((session) => this.discard(session)));
  }

  /** @throws SandboxClosedError */
  refuseClosed(): void {
    if (this.closed) throw new SandboxClosedError();
  }

  private async takePlace(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      this.refuseClosed();
      if (signal?.aborted === true) throw new SandboxCancelledError(signal.reason);
      if (this.count < this.options.most) {
        this.opening += 1;
        return;
      }
      const [oldest] = this.idle;
      if (oldest !== undefined) await this.putAway(...oldest);
      else await this.nextChange(signal);
    }
  }

  private nextChange(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  private unshelve(dialogue: string, { timer }: IdleSession): void {
    clearTimeout(timer);
    this.idle.delete(dialogue);
  }

  private async putAway(dialogue: string, kept: IdleSession): Promise<void> {
    this.unshelve(dialogue, kept);
    await this.discard(kept.session);
  }
}
