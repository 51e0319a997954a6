import { ActivityCancellationType } from '@temporalio/workflow';
import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';

import type { Timing } from '../../core/durable/timing';
import { calendarLimitMs } from '../../core/work/retry-window';
import type { RunSetting } from './run-setting';

// The SDK's own default is not the one it documents, so each port says which it has.
const { TRY_CANCEL, WAIT_CANCELLATION_COMPLETED } = ActivityCancellationType;

/** All timeouts and retry policies of the project, each with its reason. */
function options(timing: Timing, extra: ActivityOptions): ActivityOptions {
  return {
    // A worker killed in mid-activity is noticed after this; activities beat at a third of it.
    heartbeatTimeout: timing.heartbeatMs,
    // Activities count how long a worker tried in spite of trouble outside (endpoint, Docker, disk), and end the attempt
    // unscored. This limit of the engine counts time off, too.
    scheduleToCloseTimeout: calendarLimitMs(timing.retryForMs),
    retry: {
      initialInterval: timing.retryInitialMs,
      backoffCoefficient: 2,
      maximumInterval: timing.retryMaxMs,
    },
    ...extra,
  };
}

// Up to 20 answers, each up to 50 s, twice when stopped. With more, the next try goes on.
const gradingTimeoutMs = 60 * 60 * 1000;
// A wait for a cell, and at most 40 scripts with a limit of 3 min each.
const preparingTimeoutMs = 150 * 60 * 1000;
// Some seconds per test, several tests, a queue for the box before it.
const visibleTimeoutMs = 20 * 60 * 1000;
// A few rows of an embedded database; a busy writer elsewhere can hold it for seconds.
const recordTimeoutMs = 60 * 1000;

// A history of some GiB from a slow server, or a build from sources. Each step has its own limit.
const installTimeoutMs = 3 * 60 * 60 * 1000;
// An hour without network, tried each minute. Not a time: a fetch may wait longer for its turn.
const mostFetches = 60;
// A wait for a cell, then jobs with limits of their own: some seconds for each case, rerun and mutant.
const repositoryStepTimeoutMs = 60 * 60 * 1000;
// Two runs of the cases under a tracer. The next try goes on from the cases that this one has told.
const coverageTimeoutMs = 25 * 60 * 1000;

/** A model call, asked again when its worker dies. */
export function modelOptions({ timing, queues }: RunSetting): ActivityOptions {
  return options(timing, {
    taskQueue: queues.model,
    // The wait for another owner's answer, one call and what is asked anew: once, of who plays a person twice.
    startToCloseTimeout: 4 * timing.modelTimeoutMs + 4 * timing.heartbeatMs,
    // A call hears of its end with the next heartbeat; who ended it does not wait for that.
    cancellationType: TRY_CANCEL,
  });
}

/** Questions about a repository before the first patch, and scripts of a model: several calls in a row. */
export function preparingOptions(setting: RunSetting): ActivityOptions {
  return {
    ...modelOptions(setting),
    startToCloseTimeout: preparingTimeoutMs + 8 * setting.timing.modelTimeoutMs,
  };
}

export function visibleTestOptions({ timing, queues, beginning }: RunSetting): ActivityOptions {
  return options(timing, {
    taskQueue: queues.sandbox,
    // Tests of a repository may take half an hour, as those of the grading do.
    startToCloseTimeout: beginning === 'building' ? repositoryStepTimeoutMs : visibleTimeoutMs,
    cancellationType: TRY_CANCEL,
  });
}

// What waits longer for a box, or in one, holds up the workflows of this worker: then the activity is for it.
const atOnceStartMs = 100;
const atOnceMs = 5_000;

/** A program on its visible tests within a workflow task, tried once; null: not in this run. */
export function testsAtOnceOptions({ testsAtOnce }: RunSetting): LocalActivityOptions | null {
  if (testsAtOnce !== true) return null;
  return {
    scheduleToStartTimeout: atOnceStartMs,
    startToCloseTimeout: atOnceMs,
    retry: { maximumAttempts: 1 },
    cancellationType: TRY_CANCEL,
  };
}

/** A block in a chat's session, which may have to be made again from all of its blocks first. */
export function blockOptions(setting: RunSetting): ActivityOptions {
  // Every block has a limit of its own. Heartbeats tell that a worker is gone.
  return { ...visibleTestOptions(setting), startToCloseTimeout: setting.timing.retryForMs };
}

/** A reference or answers on every test, and the attempt's record at its begin and end. */
export function gradingOptions({ timing, queues, beginning }: RunSetting): ActivityOptions {
  return options(timing, {
    taskQueue: queues.sandbox,
    // The reference of a repository task may need an environment that nobody has built, and tests of a repository run twice.
    startToCloseTimeout: beginning === 'building' ? installTimeoutMs : gradingTimeoutMs,
    // It writes the record: it has ended, one way or the other, before a cancellation is recorded.
    cancellationType: WAIT_CANCELLATION_COMPLETED,
  });
}

/** The one fetch of a repository, whose address may be wrong: somebody waits for a word. */
export function takeInOptions(setting: RunSetting): ActivityOptions {
  const { retry, ...others } = installOptions(setting);
  return { ...others, retry: { ...retry, maximumAttempts: mostFetches } };
}

/** The one build of a repository. */
export function installOptions(setting: RunSetting): ActivityOptions {
  return { ...repositoryStepOptions(setting), startToCloseTimeout: installTimeoutMs };
}

/** Jobs in a repository cell; what a step came to is found again by its content. */
export function repositoryStepOptions({ timing, queues }: RunSetting): ActivityOptions {
  return options(timing, {
    taskQueue: queues.sandbox,
    startToCloseTimeout: repositoryStepTimeoutMs,
    cancellationType: TRY_CANCEL,
  });
}

/** A measurement that goes on where the try before it broke off. */
export function coverageOptions(setting: RunSetting): ActivityOptions {
  return { ...repositoryStepOptions(setting), startToCloseTimeout: coverageTimeoutMs };
}

/** The instance of an accepted harness, made in a cell, its docstring, and the function's place in the funnel. */
export function harnessEndOptions(setting: RunSetting): ActivityOptions {
  // It writes a record, as grading does.
  return {
    ...repositoryStepOptions(setting),
    cancellationType: WAIT_CANCELLATION_COMPLETED,
  };
}

/** Reads and writes of the store, and rows that only gates judge. */
export function recordOptions({ timing, queues }: RunSetting): ActivityOptions {
  return options(timing, {
    taskQueue: queues.workflows,
    startToCloseTimeout: recordTimeoutMs,
    cancellationType: WAIT_CANCELLATION_COMPLETED,
  });
}
