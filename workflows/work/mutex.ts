/** Runs one critical section at a time, in the order they were asked for. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(section: () => Promise<T>): Promise<T> {
    const turn = this.last.then(section);
    // The next turn comes whatever became of this one; its caller is told.
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
