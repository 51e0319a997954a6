import type { RecordedHistory } from './history-shapes';
import type { ToldValue } from './told-values';

interface Payloads {
  readonly payloads?: readonly { readonly data?: string }[];
}

type Attributes = Readonly<Record<string, unknown>>;

/** Values that a recorded history holds, in its order: what its workflow gave to activities, children and others. */
export function recordedValues({ events }: RecordedHistory): readonly ToldValue[] {
  return events.flatMap((event): ToldValue[] => {
    const own = (name: string): Attributes | undefined => event[name] as Attributes | undefined;
    const activity = own('activityTaskScheduledEventAttributes');
    if (activity) {
      const name = nameIn(activity['activityType']);
      return [
        given(`activity ${name}`, activity['input']),
        { to: `options of ${name}`, value: optionsIn(activity) },
      ];
    }
    const timer = own('timerStartedEventAttributes');
    if (timer) return [{ to: 'timer', value: msIn(timer['startToFireTimeout']) }];
    const child = own('startChildWorkflowExecutionInitiatedEventAttributes');
    if (child) return [given(`child ${nameIn(child['workflowType'])}`, child['input'])];
    const signal = own('signalExternalWorkflowExecutionInitiatedEventAttributes');
    if (signal) return [given(`signal ${String(signal['signalName'])}`, signal['input'])];
    const next = own('workflowExecutionContinuedAsNewEventAttributes');
    if (next) return [given('next history', next['input'])];
    const end = own('workflowExecutionCompletedEventAttributes');
    if (end) return [{ to: 'result', value: valuesOf(end['result'])[0] }];
    return [];
  });
}

function given(to: string, input: unknown): ToldValue {
  return { to, value: valuesOf(input) };
}

/** Without the other time limits: the server shortens them to what is left of the workflow's. */
function optionsIn(activity: Attributes): unknown {
  return {
    taskQueue: (activity['taskQueue'] as { readonly name: string }).name,
    heartbeatMs: msIn(activity['heartbeatTimeout']),
  };
}

/** `0.100s` in milliseconds. */
function msIn(duration: unknown): number {
  return Math.round(parseFloat(String(duration ?? '0s')) * 1_000);
}

function nameIn(type: unknown): string {
  return (type as { readonly name: string }).name;
}

function valuesOf(input: unknown): readonly unknown[] {
  const { payloads = [] } = (input ?? {}) as Payloads;
  return payloads.map(({ data }) =>
    data === undefined
      ? undefined
      : (JSON.parse(Buffer.from(data, 'base64').toString('utf8')) as unknown),
  );
}
