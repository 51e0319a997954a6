import './scope-storage';

import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  defaultFailureConverter,
  defaultPayloadConverter,
  TypedSearchAttributes,
} from '@temporalio/common';
import { ContinueAsNew } from '@temporalio/workflow';
import type { Payload, WorkflowInfo } from '@temporalio/workflow';
import { Activator } from '@temporalio/workflow/lib/internals';
import { tryUnblockConditions } from '@temporalio/workflow/lib/worker-interface';

type Work = (...given: never[]) => unknown;

interface Signal {
  readonly to: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

interface Timer {
  readonly seq: number;
  readonly ms: number;
}

/**
 * The workflow library in the process of the test, without a server: the test answers activities and children, fires timers,
 * and sends signals and updates. Time stands still for timers.
 */
export class WorkflowWorld {
  readonly signals: Signal[] = [];
  readonly cancelled: string[] = [];
  readonly phases: string[] = [];
  /** What was asked of activities, in order. */
  readonly asked: { readonly name: string; readonly args: readonly unknown[] }[] = [];
  /** How long each of them may take, in ms. */
  readonly limits: { readonly name: string; readonly ms: number }[] = [];
  /** The queue of each of them. */
  readonly queues: string[] = [];
  /** Children that were started, by id. */
  readonly children: { readonly id: string; readonly args: readonly unknown[] }[] = [];
  private timers: Timer[] = [];
  private handled = 0;
  private readonly activator: Activator;

  constructor(
    private readonly answers: {
      readonly activities?: Readonly<Record<string, Work>>;
      /** By id of the child. Default: children never end. */
      readonly child?: (id: string, input: never) => unknown;
      /** Whether children that are cancelled end at once. Default: the test ends them. */
      readonly cancelsChildren?: boolean;
      /** Whether the id of the child is in use. */
      readonly isHeld?: (id: string) => boolean;
      /** May throw: then nobody is there. */
      readonly signalled?: (signal: Signal) => void;
    } = {},
    info: Partial<WorkflowInfo> = {},
  ) {
    this.activator = new Activator({
      info: {
        ...{ workflowId: 'w', runId: 'r', namespace: 'n', taskQueue: 'q', workflowType: 't' },
        ...{ historyLength: 1, continueAsNewSuggested: false, searchAttributes: {}, memo: {} },
        typedSearchAttributes: new TypedSearchAttributes([]),
        unsafe: { isReplaying: false, now: Date.now },
        ...info,
      } as unknown as WorkflowInfo,
      ...{ now: Date.now(), getTimeOfDay: () => BigInt(0), randomnessSeed: [1] },
      ...{ showStackTraceSources: false, stackTracesEnabled: false },
      sourceMap: { version: 3, sources: [], names: [], mappings: '' } as never,
      registeredActivityNames: new Set(Object.keys(answers.activities ?? {})),
      patchActivationCallback: () => true,
    });
    Object.assign(globalThis, { __TEMPORAL_ACTIVATOR__: this.activator });
  }

  /** The history is so long now. */
  historyIs(change: Partial<WorkflowInfo>): void {
    this.activator.mutateWorkflowInfo((info) => ({ ...info, ...change }));
  }

  /** Lets everything go on that can, until all wait for the test. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await new Promise(setImmediate);
      tryUnblockConditions();
      if (this.carryOut()) quiet = 0;
    }
  }

  /** Lengths of the timers that run, in ms. */
  get waits(): readonly number[] {
    return this.timers.map(({ ms }) => ms);
  }

  /** Ends the timer that began first. */
  async fire(): Promise<void> {
    const [first] = this.timers;
    if (first === undefined) throw new RangeError('no timer runs');
    this.timers = this.timers.slice(1);
    this.activator.fireTimer({ seq: first.seq });
    await this.settle();
  }

  async signal(name: string, ...args: readonly unknown[]): Promise<void> {
    const handler = this.activator.signalHandlers.get(name)?.handler;
    if (handler === undefined) throw new RangeError(`nobody hears ${name}`);
    void handler(...args);
    await this.settle();
  }

  query(name: string): unknown {
    const handler = this.activator.queryHandlers.get(name)?.handler;
    if (handler === undefined) throw new RangeError(`nobody answers ${name}`);
    return handler();
  }

  /** @throws the refusal of the validator or of the handler */
  async update(name: string, ...args: readonly unknown[]): Promise<unknown> {
    const known = this.activator.updateHandlers.get(name);
    if (known === undefined) throw new RangeError(`nobody takes ${name}`);
    known.validator?.(...args);
    const taken = Promise.resolve(known.handler(...args));
    taken.catch(() => undefined);
    await this.settle();
    return taken;
  }

  async cancel(): Promise<void> {
    this.activator.rootScope.cancel();
    await this.settle();
  }

  /** Whether there was anything to carry out. */
  private carryOut(): boolean {
    const { commands } = this.activator as unknown as { commands: Record<string, never>[] };
    const fresh = commands.slice(this.handled);
    this.handled = commands.length;
    for (const command of fresh) this.carryOutOne(command);
    return fresh.length > 0;
  }

  private carryOutOne(command: Record<string, never>): void {
    const [kind = ''] = Object.keys(command).filter((key) => key in this.rows);
    this.rows[kind]?.(command[kind] as never);
  }

  private readonly rows: Readonly<Record<string, (given: never) => void>> = {
    scheduleActivity: (given) => {
      this.askActivity(given);
    },
    scheduleLocalActivity: (given) => {
      this.askActivity(given, ' at once');
    },
    requestCancelActivity: ({ seq }: { seq: number }) => {
      if (!this.activator.completions.activity.has(seq)) return;
      const cause = new CancelledFailure('cancelled');
      const error = new ActivityFailure('cancelled', 'a', String(seq), 'IN_PROGRESS', 'i', cause);
      this.activator.resolveActivity({
        seq,
        result: { cancelled: { failure: told(error) } },
      } as never);
    },
    startTimer: ({ seq, startToFireTimeout }: TimerCommand) => {
      this.timers.push({ seq, ms: msOf(startToFireTimeout) });
    },
    cancelTimer: ({ seq }: { seq: number }) => {
      this.timers = this.timers.filter((one) => one.seq !== seq);
    },
    signalExternalWorkflowExecution: (given: {
      seq: number;
      signalName: string;
      args: Payload[];
      workflowExecution: { workflowId: string };
    }) => {
      const { seq, signalName: name, workflowExecution } = given;
      const signal = { to: workflowExecution.workflowId, name, args: read(given.args) };
      this.signals.push(signal);
      try {
        this.answers.signalled?.(signal);
        this.activator.resolveSignalExternalWorkflow({ seq });
      } catch (error) {
        this.activator.resolveSignalExternalWorkflow({ seq, failure: told(error) } as never);
      }
    },
    requestCancelExternalWorkflowExecution: (given: {
      seq: number;
      workflowExecution: { workflowId: string };
    }) => {
      this.cancelled.push(given.workflowExecution.workflowId);
      this.activator.resolveRequestCancelExternalWorkflow({ seq: given.seq });
    },
    startChildWorkflowExecution: (given: { seq: number; workflowId: string; input: Payload[] }) => {
      const { seq, workflowId: id } = given;
      const args = read(given.input);
      if (this.answers.isHeld?.(id) === true) {
        const failed = { cause: alreadyExists, workflowId: id, workflowType: 'child' };
        this.activator.resolveChildWorkflowExecutionStart({ seq, failed });
        return;
      }
      this.children.push({ id, args });
      this.activator.resolveChildWorkflowExecutionStart({
        seq,
        succeeded: { runId: `run of ${id}` },
      });
      const { child = () => new Promise(() => undefined) } = this.answers;
      this.answer(
        async () => child(id, args[0] as never),
        (result) => {
          if (!this.activator.completions.childWorkflowComplete.has(seq)) return;
          this.activator.resolveChildWorkflowExecution({ seq, result });
        },
        (cause) =>
          new ChildWorkflowFailure(
            'n',
            { workflowId: id, runId: 'r' },
            'child',
            'NON_RETRYABLE_FAILURE',
            cause,
          ),
      );
    },
    cancelChildWorkflowExecution: ({ childWorkflowSeq: seq }: { childWorkflowSeq: number }) => {
      if (this.answers.cancelsChildren !== true) return;
      const cause = new CancelledFailure('cancelled');
      const execution = { workflowId: 'child', runId: 'r' };
      const error = new ChildWorkflowFailure('n', execution, 'child', 'IN_PROGRESS', cause);
      this.activator.resolveChildWorkflowExecution({
        seq,
        result: { cancelled: { failure: told(error) } },
      } as never);
    },
    upsertWorkflowSearchAttributes: (given: {
      searchAttributes: { indexedFields: Record<string, Payload> };
    }) => {
      const phase = given.searchAttributes.indexedFields['EspalierPhase'];
      if (phase !== undefined) this.phases.push(String(read([phase])[0]));
    },
  };

  /** @param how behind the name of an activity that runs within the task of the workflow */
  private askActivity(given: ActivityCommand, how = ''): void {
    const { seq } = given;
    const name = `${given.activityType}${how}`;
    const args = read(given.arguments);
    this.asked.push({ name, args });
    this.limits.push({ name, ms: msOf(given.startToCloseTimeout) });
    this.queues.push(`${name} ${given.taskQueue ?? ''}`);
    const work = this.answers.activities?.[name];
    if (work === undefined) throw new RangeError(`${name} was not to be asked`);
    this.answer(
      async () => work(...(args as never[])),
      (result) => {
        if (this.activator.completions.activity.has(seq)) {
          this.activator.resolveActivity({ seq, result });
        }
      },
      (cause) =>
        new ActivityFailure('failed', name, String(seq), 'NON_RETRYABLE_FAILURE', 'i', cause),
    );
  }

  private answer(
    work: () => Promise<unknown>,
    resolve: (result: object) => void,
    wrapped: (cause: Error) => Error,
  ): void {
    work().then(
      (value) => {
        const result = value === undefined ? undefined : defaultPayloadConverter.toPayload(value);
        resolve({ completed: { result } });
      },
      (error: unknown) => {
        const cause = error instanceof Error ? error : new Error(String(error));
        resolve({ failed: { failure: told(wrapped(cause)) } });
      },
    );
  }
}

/** As the engine numbers this cause. */
const alreadyExists = 1;

interface Duration {
  readonly seconds: unknown;
  readonly nanos: number;
}

interface TimerCommand {
  readonly seq: number;
  readonly startToFireTimeout: Duration;
}

interface ActivityCommand {
  readonly seq: number;
  readonly activityType: string;
  /** Empty if the activity runs within the task of the workflow. */
  readonly taskQueue?: string;
  readonly arguments: Payload[];
  readonly startToCloseTimeout: Duration;
}

function msOf({ seconds, nanos }: Duration): number {
  return Number(seconds) * 1_000 + Math.round(nanos / 1e6);
}

function read(payloads: readonly Payload[] | null | undefined): readonly unknown[] {
  return (payloads ?? []).map((payload) => defaultPayloadConverter.fromPayload(payload));
}

function told(error: unknown): unknown {
  return defaultFailureConverter.errorToFailure(error, defaultPayloadConverter);
}

/** What an activity throws that must wait, pauses the run, or has an end. */
export function failure(type: string, details: object = {}): ApplicationFailure {
  return ApplicationFailure.create({ message: 'so', type, nonRetryable: true, details: [details] });
}

/** The input of the next history, if a workflow ended with that. */
export function nextInput(error: unknown): unknown {
  if (!(error instanceof ContinueAsNew)) throw error;
  return read(error.command.arguments)[0];
}
