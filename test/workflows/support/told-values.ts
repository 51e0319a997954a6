import { defaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import { proxySinks } from '@temporalio/workflow';
import type { Sinks, WorkflowInterceptors } from '@temporalio/workflow';

/** A value that a workflow gives away, in the order in which it does. */
export interface ToldValue {
  /** Who gets it and what it is: `activity gradeSamples`, `child expandNode`, `result`. */
  readonly to: string;
  readonly value: unknown;
}

export interface ToldSinks extends Sinks {
  readonly told: { readonly take: (to: string, value: unknown) => void };
}

/** Our workflows give every duration as a number. */
interface OptionsInMs {
  readonly taskQueue: string;
  readonly heartbeatTimeout?: number;
  readonly retry?: {
    readonly initialInterval?: number;
    readonly maximumInterval?: number;
    readonly maximumAttempts?: number;
  };
}

/** Interceptors of the workflows of a replay: they tell every value that a history holds too. */
export function interceptors(): WorkflowInterceptors {
  const { told } = proxySinks<ToldSinks>();
  return {
    inbound: [
      {
        execute: async (input, next) => {
          const result = await next(input);
          told.take('result', result);
          return result;
        },
        handleUpdate: async (input, next) => {
          const answer = await next(input);
          told.take(`answer to ${input.name}`, answer);
          return answer;
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => {
          const { taskQueue, heartbeatTimeout, retry } = input.options as OptionsInMs;
          told.take(`activity ${input.activityType}`, input.args);
          told.take(`options of ${input.activityType}`, {
            taskQueue,
            heartbeatMs: heartbeatTimeout ?? 0,
            firstRetryMs: retry?.initialInterval ?? 0,
            longestRetryMs: retry?.maximumInterval ?? 0,
            tries: retry?.maximumAttempts ?? 0,
          });
          return next(input);
        },
        startChildWorkflowExecution: (input, next) => {
          const { workflowId, taskQueue, args } = input.options;
          told.take(`child ${input.workflowType}`, { workflowId, taskQueue, args });
          return next(input);
        },
        signalWorkflow: (input, next) => {
          const { target } = input;
          const workflowId =
            target.type === 'child' ? target.childWorkflowId : target.workflowExecution.workflowId;
          told.take(`signal ${input.signalName}`, { workflowId, args: input.args });
          return next(input);
        },
        startTimer: (input, next) => {
          told.take('timer', input.durationMs);
          return next(input);
        },
        continueAsNew: (input, next) => {
          told.take('next history', input.args);
          return next(input);
        },
      },
    ],
    internals: [
      {
        concludeActivation: (input, next) => {
          for (const { upsertWorkflowSearchAttributes, failWorkflowExecution } of input.commands) {
            const fields = upsertWorkflowSearchAttributes?.searchAttributes?.indexedFields;
            if (fields) told.take('search attributes', decoded(fields));
            const failure = failWorkflowExecution?.failure;
            if (failure) told.take('failure', failure.cause?.applicationFailureInfo?.type);
          }
          return next(input);
        },
      },
    ],
  };
}

function decoded(fields: Readonly<Record<string, Payload>>): Readonly<Record<string, unknown>> {
  const convert = (payload: Payload): unknown => defaultPayloadConverter.fromPayload(payload);
  return Object.fromEntries(
    Object.entries(fields).map(([name, payload]) => [name, convert(payload)]),
  );
}
