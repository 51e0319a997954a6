import type { RecordedHistory } from './history-shapes';
import type { ToldValue } from './told-values';

interface RecordedPayload {
  readonly data?: string;
}
interface Named {
  readonly name: string;
}
interface RetryPolicy {
  readonly initialInterval?: string;
  readonly maximumInterval?: string;
  readonly maximumAttempts?: number;
}

type Attributes = Readonly<Record<string, unknown>>;

/** What events of one type hold that the workflow of the history gave away. */
const readers: Readonly<Record<string, (own: Attributes) => readonly ToldValue[]>> = {
  activityTaskScheduled: (own) => {
    const { name } = own['activityType'] as Named;
    return [
      { to: `activity ${name}`, value: valuesOf(own['input']) },
      { to: `options of ${name}`, value: optionsIn(own) },
    ];
  },
  startChildWorkflowExecutionInitiated: (own) => {
    const { name } = own['workflowType'] as Named;
    const taskQueue = (own['taskQueue'] as Named).name;
    const args = valuesOf(own['input']);
    return [{ to: `child ${name}`, value: { workflowId: own['workflowId'], taskQueue, args } }];
  },
  signalExternalWorkflowExecutionInitiated: (own) => {
    const { workflowId } = own['workflowExecution'] as { readonly workflowId: string };
    const value = { workflowId, args: valuesOf(own['input']) };
    return [{ to: `signal ${String(own['signalName'])}`, value }];
  },
  timerStarted: (own) => [{ to: 'timer', value: msIn(own['startToFireTimeout']) }],
  upsertWorkflowSearchAttributes: (own) => {
    const { indexedFields } = own['searchAttributes'] as {
      readonly indexedFields: Readonly<Record<string, RecordedPayload>>;
    };
    const fields = Object.entries(indexedFields).map(([name, one]) => [name, valueOf(one)]);
    return [{ to: 'search attributes', value: Object.fromEntries(fields) as unknown }];
  },
  workflowExecutionContinuedAsNew: (own) => [{ to: 'next history', value: valuesOf(own['input']) }],
  workflowExecutionCompleted: (own) => [
    { to: 'result', value: valuesOf(own['result'])[0] ?? null },
  ],
  workflowExecutionFailed: (own) => {
    const { cause } = own['failure'] as {
      readonly cause: { readonly applicationFailureInfo: { readonly type: string } };
    };
    return [{ to: 'failure', value: cause.applicationFailureInfo.type }];
  },
};

/** Values that a recorded history holds, in its order. Answers to updates stand at their ends. */
export function recordedValues({ events }: RecordedHistory): readonly ToldValue[] {
  const updates = new Map<unknown, string>();
  return events.flatMap((event): readonly ToldValue[] => {
    const own = (type: string): Attributes | undefined =>
      event[`${type}EventAttributes`] as Attributes | undefined;
    const accepted = own('workflowExecutionUpdateAccepted');
    if (accepted) updates.set(accepted['protocolInstanceId'], nameOfUpdate(accepted));
    const completed = own('workflowExecutionUpdateCompleted');
    if (completed) return [answerIn(completed, updates)];
    const found = Object.entries(readers).find(([type]) => own(type) !== undefined);
    return found?.[1](own(found[0]) ?? {}) ?? [];
  });
}

function nameOfUpdate(accepted: Attributes): string {
  const request = accepted['acceptedRequest'] as { readonly input: { readonly name: string } };
  return request.input.name;
}

function answerIn(completed: Attributes, updates: ReadonlyMap<unknown, string>): ToldValue {
  const { updateId } = completed['meta'] as { readonly updateId: string };
  const { success } = completed['outcome'] as { readonly success?: unknown };
  return { to: `answer to ${updates.get(updateId) ?? '?'}`, value: valuesOf(success)[0] ?? null };
}

/** Without time limits: the server shortens them to what is left of the workflow's. */
function optionsIn(activity: Attributes): unknown {
  const retry = (activity['retryPolicy'] ?? {}) as RetryPolicy;
  return {
    taskQueue: (activity['taskQueue'] as Named).name,
    heartbeatMs: msIn(activity['heartbeatTimeout']),
    firstRetryMs: msIn(retry.initialInterval),
    longestRetryMs: msIn(retry.maximumInterval),
    tries: retry.maximumAttempts ?? 0,
  };
}

/** `0.100s` in milliseconds. */
function msIn(duration: unknown): number {
  return typeof duration === 'string' ? Math.round(parseFloat(duration) * 1_000) : 0;
}

function valuesOf(input: unknown): readonly unknown[] {
  const { payloads = [] } = (input ?? {}) as { readonly payloads?: readonly RecordedPayload[] };
  return payloads.map(valueOf);
}

function valueOf({ data }: RecordedPayload): unknown {
  return data === undefined
    ? null
    : (JSON.parse(Buffer.from(data, 'base64').toString('utf8')) as unknown);
}
