import type { InterpreterSession } from '../../../core/adapters/session';
import { SandboxCancelledError, SandboxClosedError } from '../../../sandbox';

export interface LiveSessionsOptions {
  /** Maximum number of open sessions, idle or at work. */
  readonly most: number;
  /** An idle session is closed after this time, in ms. */
  readonly idleMs: number;
}

export interface KeptSession {
  readonly session: InterpreterSession;
  /** Name of the state, which is determined by everything that has run in the session. */
  readonly state: string;
}

interface IdleSession extends KeptSession {
  readonly timer: NodeJS.Timeout;
}

/**
 * The interpreter sessions of this process. There are never more than `most`. A caller that needs another session closes the
 * least recently used idle one, or waits for a session to become idle. Closing a session costs only time.
 */
export class LiveSessions {
  /** The one used least recently comes first. */
  private readonly idle = new Map<string, IdleSession>();
  private readonly open = new Set<InterpreterSession>();
  private opening = 0;
  private waiting: (() => void)[] = [];
  private closed = false;

  constructor(private readonly options: LiveSessionsOptions) {}

  get count(): number {
    return this.open.size + this.opening;
  }

  async take(dialogue: string, state: string): Promise<InterpreterSession | null> {
    this.refuseClosed();
    const kept = this.idle.get(dialogue);
    if (kept === undefined) return null;
    this.unshelve(dialogue, kept);
    if (kept.state === state) return kept.session;
    await this.discard(kept.session);
    return null;
  }

  /** Opens a session once there is a place for it. @throws SandboxCancelledError, SandboxClosedError */
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

  /** Closes a session that is not idle. */
  async discard(session: InterpreterSession): Promise<void> {
    try {
      await session.close();
    } catch {
      // Nobody needs the session any more. The owner of the cell removes the cell with its files.
    } finally {
      this.open.delete(session);
      this.wake();
    }
  }

  /** Closes all sessions, also sessions at work. The results of their blocks are discarded. */
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
