import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { atOnce } from '../../core/values/at-once';
import { EspalierError } from '../../core/errors/errors';
import type { Sandbox } from '../../core/adapters/sandbox';
import { additionTask } from './text-programs';

const mostTries = 60;

/** Each program has an answer of its own, every third a wrong one. */
function taskOf(index: number): {
  readonly right: boolean;
  readonly task: ReturnType<typeof additionTask>;
} {
  const right = index % 3 !== 0;
  const addition = right ? 'adds_late' : 'misses_late';
  return { right, task: additionTask(addition, `assert add(${index}, 1) == ${index + 1}`) };
}

export interface ChaosBatchOptions {
  readonly sandbox: Sandbox;
  readonly workers: number;
  readonly programs: number;
}

/** Programs that are graded while something is killed; what the sandbox could not answer is asked again. */
export class ChaosBatch {
  private readonly answers = new Map<number, string[]>();
  private readonly errorsAt: number[] = [];
  private readonly running: Promise<string | null>;
  private settled = false;

  constructor(private readonly options: ChaosBatchOptions) {
    const numbers = Array.from({ length: options.programs }, (_, index) => index);
    this.running = atOnce(numbers, options.workers, (index) => this.answer(index))
      .then(
        () => null,
        (error: unknown) => (error as Error).message,
      )
      .finally(() => (this.settled = true));
  }

  get over(): boolean {
    return this.settled;
  }

  get answered(): number {
    return this.answers.size;
  }

  /** Answers that were errors of the sandbox. */
  get asked(): number {
    return this.errorsAt.length;
  }

  /** From a moment until a caller was told of trouble; null: nobody was. */
  toldAfter(from: number): number | null {
    const at = this.errorsAt.find((one) => one >= from);
    return at === undefined ? null : at - from;
  }

  /** Waits for the end of the batch. What is wrong with its answers. */
  async wrong(): Promise<readonly string[]> {
    const failure = await this.running;
    const numbers = Array.from({ length: this.options.programs }, (_, index) => index);
    const wrong = numbers.flatMap((index) => {
      const kinds = this.answers.get(index) ?? [];
      const due = taskOf(index).right ? 'passed' : 'failed';
      if (kinds.length === 1 && kinds[0] === due) return [];
      const answer = kinds.length === 0 ? 'no answer' : kinds.join(', ');
      return [`program ${index}: ${answer}, due is ${due}`];
    });
    return [...(failure === null ? [] : [failure]), ...wrong];
  }

  private async answer(index: number): Promise<void> {
    const { task } = taskOf(index);
    for (let tries = 1; ; tries += 1) {
      try {
        const { outcomes } = await this.options.sandbox.check(task);
        const kinds = this.answers.get(index) ?? [];
        this.answers.set(index, [...kinds, ...outcomes.map(({ kind }) => kind)]);
        return;
      } catch (error) {
        this.errorsAt.push(performance.now());
        const again = error instanceof EspalierError && error.fate === 'retryable';
        if (!again || tries >= mostTries) throw error;
        if (error.retryAfterMs !== undefined) await sleep(error.retryAfterMs);
      }
    }
  }
}
