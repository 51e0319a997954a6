/** Works of one process that are done one after the other, in the order in which they were asked for. */
export class InTurn {
  private last: Promise<unknown> = Promise.resolve();

  /** A work that fails does not stop the next. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work, work);
    this.last = result;
    return result;
  }
}
