import type { EndedAttempt, RunStore } from '../../core/ports/records';

/** So many are written in one transaction. */
const together = 50;

export class RecordedSamples {
  private waiting: EndedAttempt[] = [];
  private writing: Promise<void> = Promise.resolve();
  private readonly all: EndedAttempt[] = [];

  constructor(private readonly runs: Pick<RunStore, 'recordAttempts'>) {}

  add(ended: EndedAttempt): void {
    this.all.push(ended);
    this.waiting.push(ended);
    if (this.waiting.length >= together) this.write();
  }

  /** Once all of them are in the store. @throws what the store threw at any of them */
  async written(): Promise<readonly EndedAttempt[]> {
    this.write();
    await this.writing;
    return this.all;
  }

  private write(): void {
    const ended = this.waiting;
    if (ended.length === 0) return;
    this.waiting = [];
    this.writing = this.writing.then(() => this.runs.recordAttempts(ended));
    // The caller of `all` gets the error. Until then the rejection must not count as unhandled.
    this.writing.catch(() => undefined);
  }
}
