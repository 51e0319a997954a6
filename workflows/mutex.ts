import { condition } from '@temporalio/workflow';

/** Runs one critical section at a time, in the order they were asked for. */
export class Mutex {
  private busy = false;

  async run<T>(section: () => Promise<T>): Promise<T> {
    await condition(() => !this.busy);
    this.busy = true;
    try {
      return await section();
    } finally {
      this.busy = false;
    }
  }
}
