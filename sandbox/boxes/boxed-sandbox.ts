import { randomUUID } from 'node:crypto';

import type { CheckTask, Sandbox, SandboxRunOptions } from '../../core/ports/sandbox';
import type { CheckResult, TestOutcome } from '../../core/schemas/verdict';
import type { Box, BoxBackend } from './box';
import {
  SandboxCancelledError,
  SandboxClosedError,
  SandboxInfraError,
  SandboxUnavailableError,
} from '../errors';
import type { GuestBundle } from '../guest/bundle';
import { ConversationError, converse } from '../guest/conversation';
import type { GuestOutcome, GuestRequest, Hello } from '../guest/protocol';
import { requireIsolation } from '../isolation';
import { SlotGate } from './slot-gate';

/** Above this a program is answered without a box: compiling it would measure nothing else. */
export const largestProgramBytes = 4 * 1024 * 1024;
/** Start of a box, and its sweeps between tests, at their very slowest. */
const startAllowanceMs = 60_000;
const sweepAllowanceMs = 15_000;

export interface BoxedSandboxOptions {
  readonly backend: BoxBackend;
  readonly bundle: GuestBundle;
  /** As the first box said it. Every box has to say the same. */
  readonly python: string;
  /** Boxes at a time, at least 1. */
  readonly slots: number;
}

function tooLarge(task: CheckTask): readonly GuestOutcome[] | null {
  if (Buffer.byteLength(task.program) <= largestProgramBytes) return null;
  const error = `The program is larger than ${largestProgramBytes} bytes.`;
  const outcome = { kind: 'raised', error, cpuMs: 0, timeSensitive: false } as const;
  return (task.tests.length === 0 ? [''] : task.tests).map(() => outcome);
}

function withAssurance(outcome: GuestOutcome): TestOutcome {
  const { detail, actual, error, ...rest } = outcome;
  return {
    ...rest,
    assurance: 'shared',
    ...(detail === undefined ? {} : { detail }),
    ...(actual === undefined ? {} : { actual }),
    ...(error === undefined ? {} : { error }),
  };
}

function deadlineMs(task: CheckTask): number {
  const tests = Math.max(1, task.tests.length);
  return startAllowanceMs + tests * (task.limits.wallMs + sweepAllowanceMs);
}

/** Sandbox over a backend: one fresh box per check, and another for the rest of its tests if one turns unfit. */
export class BoxedSandbox implements Sandbox {
  readonly fingerprint: string;
  private readonly gate: SlotGate;
  private readonly closing = new AbortController();
  private readonly running = new Set<Promise<unknown>>();

  constructor(private readonly options: BoxedSandboxOptions) {
    const { backend, bundle, python, slots } = options;
    this.gate = new SlotGate(slots);
    this.fingerprint = [backend.provider, backend.place, bundle.hash, python, 'shared'].join('|');
  }

  readonly check = async (
    task: CheckTask,
    options: SandboxRunOptions = {},
  ): Promise<CheckResult> => {
    const work = this.checkInside(task, options);
    this.running.add(work);
    try {
      return await work;
    } finally {
      this.running.delete(work);
    }
  };

  readonly close = async (): Promise<void> => {
    this.closing.abort();
    await Promise.allSettled(this.running);
    await this.options.backend.close();
  };

  private async checkInside(task: CheckTask, options: SandboxRunOptions): Promise<CheckResult> {
    const signals = [
      this.closing.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ];
    const signal = AbortSignal.any(signals);
    try {
      const leave = await this.gate.enter({ exclusive: task.alone === true, signal });
      try {
        return this.result(task, tooLarge(task) ?? (await this.runAll(task, signal)));
      } finally {
        leave();
      }
    } catch (error) {
      if (this.closing.signal.aborted) throw new SandboxClosedError();
      if (signal.aborted) throw new SandboxCancelledError(error);
      throw error;
    }
  }

  private result(task: CheckTask, outcomes: readonly GuestOutcome[]): CheckResult {
    const { backend, bundle, python } = this.options;
    return {
      outcomes: outcomes.map(withAssurance),
      provenance: {
        provider: backend.provider,
        assurance: 'shared',
        guestHash: bundle.hash,
        python,
        seed: task.seed,
      },
    };
  }

  private async runAll(task: CheckTask, signal: AbortSignal): Promise<readonly GuestOutcome[]> {
    const outcomes: GuestOutcome[] = [];
    do {
      const rest = { ...task, tests: task.tests.slice(outcomes.length) };
      const part = await this.runInBox(rest, signal);
      if (part.length === 0) throw this.broke('it answered no test');
      outcomes.push(...part);
    } while (outcomes.length < task.tests.length);
    return outcomes;
  }

  private async runInBox(task: CheckTask, signal: AbortSignal): Promise<readonly GuestOutcome[]> {
    const box = await this.options.backend.start(task.limits, { signal });
    const limit = deadlineMs(task);
    const late = AbortSignal.timeout(limit);
    const stop = (): void => void box.end();
    const either = AbortSignal.any([signal, late]);
    either.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      return await this.speak(box, this.request(task));
    } catch (error) {
      if (late.aborted) throw this.broke(`no answer within ${limit} ms`, error);
      throw error;
    } finally {
      either.removeEventListener('abort', stop);
      await box.end();
    }
  }

  private async speak(box: Box, request: GuestRequest): Promise<readonly GuestOutcome[]> {
    try {
      const { bundle } = this.options;
      const { outcomes } = await converse(box, {
        bundle: bundle.frame,
        request,
        approve: this.approve,
      });
      return outcomes;
    } catch (error) {
      if (!(error instanceof ConversationError)) throw error;
      if (error.begun) throw this.broke(error.message, error);
      throw new SandboxUnavailableError(this.options.backend.provider, error.message, {
        cause: error,
      });
    }
  }

  private readonly approve = (hello: Hello): void => {
    const { backend, python } = this.options;
    requireIsolation(backend.provider, hello.isolation);
    if (hello.python !== python) {
      throw this.broke(`its Python is ${hello.python}, the first box's was ${python}`);
    }
  };

  private request(task: CheckTask): GuestRequest {
    return {
      id: randomUUID(),
      program: task.program,
      trustedSetup: task.trustedSetup,
      entryPoint: task.entryPoint,
      tests: task.tests,
      limits: task.limits,
      seed: task.seed,
      countProcesses: this.options.backend.countsProcesses,
    };
  }

  private broke(reason: string, cause?: unknown): SandboxInfraError {
    return new SandboxInfraError(this.options.backend.provider, reason, { cause });
  }
}
