import { msToNumber } from '@temporalio/common/lib/time';
import { proxySinks } from '@temporalio/workflow';
import type { Sinks, WorkflowInterceptors } from '@temporalio/workflow';

/** A value that a workflow gives away, in the order in which it does. */
export interface ToldValue {
  /** The kind and the name of the one that gets it: `activity gradeSamples`, `child expandNode`, `result`. */
  readonly to: string;
  readonly value: unknown;
}

export interface ToldSinks extends Sinks {
  readonly told: { readonly take: (to: string, value: unknown) => void };
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
          told.take(`activity ${input.activityType}`, input.args);
          const { taskQueue, heartbeatTimeout = 0 } = input.options;
          told.take(`options of ${input.activityType}`, {
            taskQueue,
            heartbeatMs: msToNumber(heartbeatTimeout),
          });
          return next(input);
        },
        startTimer: (input, next) => {
          told.take('timer', input.durationMs);
          return next(input);
        },
        startChildWorkflowExecution: (input, next) => {
          told.take(`child ${input.workflowType}`, input.options.args);
          return next(input);
        },
        signalWorkflow: (input, next) => {
          told.take(`signal ${input.signalName}`, input.args);
          return next(input);
        },
        continueAsNew: (input, next) => {
          told.take('next history', input.args);
          return next(input);
        },
      },
    ],
  };
}
