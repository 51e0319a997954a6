/** Runs critical sections one at a time, in the order in which they were requested. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(section: () => Promise<T>): Promise<T> {
    const turn = this.last.then(section);
    // The next section runs even if this one failed. The caller of this one gets the error.
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
