import { resolve } from 'node:path';

import { readSettings } from '../config/settings';
import { stateFolder } from '../config/state-folder';
import { UsageError } from '../core/errors/errors';
import type { AttemptRecord, Store } from '../core/ports/records';
import type { Steering } from '../core/names/steering-commands';
import type { RunConfig, RunStatus } from '../core/schemas/run';
import { chatKey } from '../core/refinement/chat-id';
import { exportDialogue } from '../report/dialogue/export-dialogue';
import { exportRun } from '../report/export/export-run';
import type { ExportResult } from '../report/export/export-run';
import { findRun } from '../report/load-run';
import { runDocument } from '../report/run-document';
import type { RunDocument } from '../report/run-document';
import { runRows } from '../report/run-table';
import type { ReportRow } from '../report/run-table';
import { sweepDocument } from '../report/study/sweep-document';
import type { SweepDocument } from '../report/study/sweep-document';
import { runStatements } from '../report/statements';
import type { ChatRequest } from './chats/chat-request';
import type { Chat, ListedChat } from './chats/chats';
import { attachChat, findChat, listChats, openChat } from './chats/open-chats';
import type { OpenChat } from './chats/open-chats';
import { diagnose } from './diagnose';
import type { Finding } from './diagnose';
import type { LabContext } from './lab-context';
import { checkEnvironmentRequest } from './environments/environment-request';
import type { EnvironmentRequest } from './environments/environment-request';
import { checkEvaluationRequest } from './evaluation/evaluation-request';
import type { EvaluationRequest } from './evaluation/evaluation-request';
import { planEvaluation } from './evaluation/plan-evaluation';
import { planEnvironments } from './environments/plan-environments';
import { checkArguments, libraryArguments } from './library-arguments';
import { planRun } from './planning/plan-run';
import type { PlannedRun } from './planning/plan-run';
import { checkRunRequest } from './planning/run-request';
import type { RunRequest } from './planning/run-request';
import { cancelRun } from './runs/cancel-run';
import { listRuns } from './runs/list-runs';
import type { ListedRun } from './runs/list-runs';
import { pausedByHand } from './runs/paused-by-hand';
import { loadShownRun } from './runs/load-shown-run';
import { retryNow } from './runs/retry-now';
import { resumeRun } from './runs/resume-run';
import { setRunConcurrency } from './runs/set-concurrency';
import { hasEnded, startRun } from './runs/start-run';
import type { StartedRun } from './runs/start-run';
import { steerRun } from './runs/steer-run';
import { watchRun } from './runs/watch-run';
import type { ProgressFacts, WatchEnd } from './runs/watch-run';
import { ensureServices } from './services/ensure-services';
import { simulate } from './simulation/simulate';
import type { SimulateOptions, Simulation } from './simulation/simulate';
import { checkSimulationRequest } from './simulation/simulation-request';
import type { SimulationRequest } from './simulation/simulation-request';
import { planSweep } from './sweeps/plan-sweep';
import { runSweep } from './sweeps/run-sweep';
import type { SweepPlace } from './sweeps/run-sweep';
import { checkSweepRequest } from './sweeps/sweep-request';
import type { SweepRequest } from './sweeps/sweep-request';
import { stopServices } from './services/stop-services';
import type { StoppedServices } from './services/stop-services';
import { verifyRun } from './verify/verify-run';
import type { Verification } from './verify/verify-run';
import { openLabStore } from './with-store';

export interface LabOptions {
  /** State folder: store, engine database, logs. Default ESPALIER_HOME, else `~/.local/state/espalier`. */
  readonly home?: string;
  /** Settings, as environment variables (.env.example names them). Default: this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Told what is being done (`starting a worker`), a line at a time. Default: nobody is. */
  readonly onNote?: (text: string) => void;
}

/** A run that could start; nothing has been started or written. */
export interface RunPlan {
  /** The id that the run would have: the same request is the same run. */
  readonly run: string;
  readonly config: RunConfig;
  /** Problems at a time. */
  readonly concurrency: number;
}

export interface RunHandle {
  /** Its id. */
  readonly run: string;
  readonly status: RunStatus;
  /** False: it had ended before, and nothing has been started. */
  readonly underWay: boolean;
}

/** What a run has come to so far, computed from its records. */
export interface RunReport extends RunDocument {
  /** The rows of `espalier run show RUN`: what each is, and its value as text. */
  readonly rows: readonly ReportRow[];
  /** What has to be said with the figures, in sentences. */
  readonly statements: readonly string[];
}

export interface SweepOptions extends WatchRunOptions {
  /** Told of each run before it is started. */
  readonly onRun?: (place: SweepPlace) => void;
}

/** What a sweep has come to: the runs that were begun, and the tables of `espalier report` over them. */
export interface Sweep extends SweepDocument {
  /** Why it stopped: `ended` after its last run. */
  readonly end: WatchEnd;
}

export interface WatchRunOptions {
  /** Called with each look, about twice a second; the next look waits for it. */
  readonly onProgress?: (progress: ProgressFacts) => void | Promise<void>;
  /** Aborting ends the watching within a second; the run goes on by itself. */
  readonly signal?: AbortSignal;
}

/** One of a run's problems, or one attempt on it. */
export interface ProblemPlace {
  readonly problem: string;
  /** Which of the attempts, from 0; default 0. */
  readonly sample?: number;
}

/** Repositories that are made environments of: installed, with harnesses for their functions. */
export interface LabEnvironments {
  /**
   * Starts a run that builds them, or attaches to the one that the same request has started before on this day (UTC). Watched,
   * read, resumed and cancelled it is like every run. Folders are read now, and stay as they are.
   * @throws UsageError naming what cannot be a source, or an option; NotReadyError when sandbox, endpoint or engine are not there
   */
  readonly build: (request: EnvironmentRequest) => Promise<RunHandle>;
}

/**
 * Runs of one state folder: started, watched, steered, read and exported, as the commands do it. The engine, a worker and
 * the model server are detached processes, started when a run needs them; they go on when this process ends. Whatever is
 * refused or missing is thrown as an EspalierError with `code`, `message` and `remedy`: a UsageError for what was asked for
 * (`BAD_REQUEST` for arguments that a function does not take, `LAB_CLOSED` for any call after `close`), a NotReadyError for
 * what this machine lacks. Messages name an option as it is typed: `--skip-missing` is `skipMissing`.
 */
export interface Lab {
  /** Checks a request and says what run it is. @throws UsageError for what cannot be a run */
  readonly plan: (request: RunRequest) => Promise<RunPlan>;
  /**
   * Starts a run, or attaches to the one that the same request has started before.
   * @throws UsageError for what cannot be a run; NotReadyError when sandbox, endpoint or engine are not there
   */
  readonly start: (request: RunRequest) => Promise<RunHandle>;
  /** Checks a request and says what runs it is, in their order. @throws UsageError for what cannot be a sweep */
  readonly planSweep: (request: SweepRequest) => Promise<readonly RunPlan[]>;
  /**
   * Starts every run of a grid and watches it to its end, one after the other. The same request goes on where an earlier one was
   * left. Stops early at a run that waits for a person, and when its `signal` is aborted; a run under way goes on by itself.
   * @throws UsageError for what cannot be a sweep, before anything is started; NotReadyError as `start` and `watch`
   */
  readonly sweep: (request: SweepRequest, options?: SweepOptions) => Promise<Sweep>;
  /**
   * Follows a run until it has ended or waits for a person, and starts again what dies meanwhile.
   * @throws NotReadyError when services keep dying, were taken down, or the engine has lost the run; UsageError (`RUN_UNKNOWN`)
   */
  readonly watch: (run: string, options?: WatchRunOptions) => Promise<WatchEnd>;
  /** What a run has come to, with everything else stopped or not. @throws UsageError (`RUN_UNKNOWN`) */
  readonly read: (run: string) => Promise<RunReport>;
  /** What became of each problem, in data-set order, then by sample; only those begun. @throws UsageError (`RUN_UNKNOWN`) */
  readonly attempts: (run: string) => Promise<readonly AttemptRecord[]>;
  /**
   * Writes samples.jsonl, trace.jsonl and run.json into a folder.
   * @param options.force replace the files of an earlier export; default false
   * @param options.partial leave attempts without a verdict out; default false: they are refused
   * @param options.withCalls write calls.jsonl and problems.jsonl, too: what it takes to verify the folder; default false
   * @throws UsageError for a folder that is not empty; EspalierError (`EXPORT_INCOMPLETE`)
   */
  readonly export: (
    run: string,
    folder: string,
    options?: {
      readonly force?: boolean;
      readonly partial?: boolean;
      readonly withCalls?: boolean;
    },
  ) => Promise<ExportResult>;
  /**
   * Does a run again, offline and in a state folder of its own, and compares its export byte by byte.
   * @param place a folder that `export` wrote with calls, else a run's id
   * @throws UsageError for what cannot be run again; EspalierError (`INTERRUPTED`) when `signal` is aborted; NotReadyError
   */
  readonly verify: (place: string, options?: WatchRunOptions) => Promise<Verification>;
  /**
   * Goes on with a paused, cancelled or unfinished run, and tries problems without a verdict again.
   * @param options.concurrency problems at a time, 1 to 1000; default as many as were said last
   * @param options.parallel as a request's
   * @param options.baseUrl where its model is asked from now on, with this lab's key; default: where it was
   * @throws UsageError (`RUN_UNKNOWN`, `OTHER_ENDPOINT`); NotReadyError when sandbox, endpoint or engine are not there
   */
  readonly resume: (
    run: string,
    options?: {
      readonly concurrency?: number;
      readonly parallel?: number;
      readonly baseUrl?: string;
    },
  ) => Promise<RunHandle>;
  /**
   * Has what waits for its next try (an endpoint that refuses, a limit) tried at once; gives back how much waited.
   * @throws UsageError (`RUN_UNKNOWN`, `RUN_ENDED`); NotReadyError (`RUN_LOST`) when no engine runs here
   */
  readonly retryNow: (run: string) => Promise<number>;
  /**
   * Changes how a run goes on, while it is under way or before it is resumed.
   * @param settings.concurrency problems at a time, 1 to 1000
   * @throws UsageError (`RUN_UNKNOWN`), (`RUN_ENDED`); NotReadyError (`RUN_OF_OTHER_CODE`): it goes on with it when it is resumed
   */
  readonly set: (run: string, settings: { readonly concurrency: number }) => Promise<void>;
  /** Ends a run; what was found is kept. @throws UsageError for one that has ended */
  readonly cancel: (run: string) => Promise<void>;
  /** Starts no new calls, of the whole run or of one problem; those in flight end. */
  readonly pause: (run: string, place?: ProblemPlace) => Promise<void>;
  /**
   * Changes the search on one problem (add a strategy, abort a node, accept a node) or its dialogue (feedback, approve, stop,
   * retry), or pauses and resumes it. A steered attempt is marked, and
   * its run is not comparable with others.
   * @throws UsageError for what is not there, has ended, or the search refuses
   */
  readonly steer: (run: string, place: ProblemPlace, steering: Steering) => Promise<void>;
  /**
   * Begins a chat: a dialogue with a person, whose code runs in a session.
   * @throws UsageError for what cannot be one; NotReadyError when sandbox, endpoint or engine are not there
   */
  readonly openChat: (request: ChatRequest) => Promise<Chat>;
  /** Goes on with a chat, days later or beside others who talk to it. @throws UsageError (`CHAT_UNKNOWN`) */
  readonly attachChat: (chat: string) => Promise<Chat>;
  /**
   * Writes messages.json, transcript.md, notebook.ipynb and the chat's files into a folder.
   * @throws UsageError (`CHAT_UNKNOWN`), and for a folder that is not empty without `force`
   */
  readonly exportChat: (
    chat: string,
    folder: string,
    options?: { readonly force?: boolean },
  ) => Promise<{ readonly directory: string; readonly files: readonly string[] }>;
  /** Every chat of the state folder, the one touched last first. */
  readonly chats: () => Promise<readonly ListedChat[]>;
  readonly environments: LabEnvironments;
  /**
   * Starts a run that grades samples, or attaches to the one that the same request has started before. Watched, read, resumed and
   * cancelled it is like every run. The samples are read now, and stay as they are.
   * @throws UsageError naming the file and line, or the option; NotReadyError when sandbox or engine are not there
   */
  readonly evaluate: (request: EvaluationRequest) => Promise<RunHandle>;
  /**
   * Runs methods over a bank, without engine or model; programs of the bank that were not graded before are, in the sandbox.
   * @throws UsageError for what cannot be simulated; NotReadyError when programs have to be graded and there is no sandbox;
   * the reason of `signal` when that is aborted: what was graded is kept
   */
  readonly simulate: (
    request: SimulationRequest,
    options?: Partial<SimulateOptions>,
  ) => Promise<Simulation>;
  /** Every run of the state folder, the newest first. */
  readonly runs: () => Promise<readonly ListedRun[]>;
  /** What this machine has for runs and what is missing; starts nothing. */
  readonly diagnose: () => Promise<readonly Finding[]>;
  /** Stops what this state folder has started; unfinished runs wait. */
  readonly down: () => Promise<StoppedServices>;
  /**
   * Closes the store, once nothing is watched any more; runs go on by themselves. Every later call but this one is refused
   * with a UsageError (`LAB_CLOSED`).
   */
  readonly close: () => Promise<void>;
}

/**
 * Opens the lab of a state folder; nothing is started or written by it.
 * @throws UsageError (`BAD_SETTING`) for an environment variable that cannot be used, (`BAD_REQUEST`) for an option that it does not take
 */
export function openLab(options: LabOptions = {}): Lab {
  checkArguments('openLab', [options]);
  const read = readSettings(options.environment);
  const settings =
    options.home === undefined ? read : { ...read, ESPALIER_HOME: resolve(options.home) };
  const note = options.onNote ?? (() => undefined);
  return guarded(new OpenLab({ settings, folder: stateFolder(settings), note }));
}

function toRunPlan({ id, config, concurrency }: PlannedRun): RunPlan {
  return { run: id, config, concurrency };
}

type Method = (...given: readonly unknown[]) => Promise<unknown>;

/** Names of the functions of a lab; those of a group are `group.name`. */
type LabFunction = {
  [Name in keyof Lab]: Lab[Name] extends (...given: never[]) => unknown
    ? Name
    : `${Name}.${keyof Lab[Name] & string}`;
}[keyof Lab];

/** The functions of an open lab. The compiler names a function of `Lab` that `library-arguments.ts` lacks. */
const labFunctions = Object.keys(
  libraryArguments satisfies Readonly<Record<LabFunction | 'openLab', object>>,
).filter((name) => name !== 'openLab') as LabFunction[];

/** The same lab, each call checked before it does anything, and refused once the lab is closed. */
function guarded(lab: Lab): Lab {
  let closed = false;
  const checked = (name: LabFunction, method: Method): Method => {
    return async (...given) => {
      if (name === 'close') closed = true;
      else if (closed) throw closedError(name);
      checkArguments(name, given);
      return method(...given);
    };
  };
  const door: Record<string, Method | Record<string, Method>> = {};
  for (const name of labFunctions) {
    const [first, second] = name.split('.') as [keyof Lab, string?];
    if (second === undefined) door[first] = checked(name, lab[first] as Method);
    else {
      const group = lab[first] as unknown as Readonly<Record<string, Method>>;
      const method = group[second] as Method;
      door[first] = { ...(door[first] as Record<string, Method>), [second]: checked(name, method) };
    }
  }
  return door as unknown as Lab;
}

function closedError(name: string): UsageError {
  return new UsageError(
    `${name}: this lab is closed`,
    'Call it before close(), or open another with openLab()',
    { code: 'LAB_CLOSED' },
  );
}

class OpenLab implements Lab {
  private opened: Promise<Store> | null = null;
  private readonly talkedTo = new Set<OpenChat>();

  constructor(private readonly context: LabContext) {}

  plan = async (request: RunRequest): Promise<RunPlan> => toRunPlan(await this.planned(request));

  start = async (request: RunRequest): Promise<RunHandle> => {
    const plan = await this.planned(request);
    return this.handleOf(await startRun(this.context, await this.store(), plan));
  };

  planSweep: Lab['planSweep'] = async (request) =>
    (await this.sweepPlanned(request)).map(toRunPlan);

  sweep: Lab['sweep'] = async (request, { onRun, ...watching } = {}) => {
    const plans = await this.sweepPlanned(request);
    const store = await this.store();
    const { end, runs } = await runSweep(store, plans, {
      onRun: (place) => onRun?.(place),
      start: (plan) => startRun(this.context, store, plan),
      follow: ({ id }, services) => watchRun({ store, services, run: id, ...watching }),
    });
    return { end, ...sweepDocument(runs) };
  };

  watch = async (run: string, options: WatchRunOptions = {}): Promise<WatchEnd> => {
    const store = await this.store();
    const record = await findRun(store, run);
    if (hasEnded(record)) return { kind: 'ended' };
    const services = await ensureServices(this.context, record.config.model, 'keep');
    try {
      return await watchRun({ store, services, run, ...options });
    } finally {
      await services.disconnect();
    }
  };

  read = async (run: string): Promise<RunReport> => {
    const store = await this.store();
    const loaded = await loadShownRun(this.context, store, run);
    return { ...runDocument(loaded), rows: runRows(loaded), statements: runStatements(loaded) };
  };

  attempts = async (run: string): Promise<readonly AttemptRecord[]> => {
    const store = await this.store();
    const { id } = await findRun(store, run);
    return store.runs.attempts(id);
  };

  export: Lab['export'] = async (run, folder, options = {}) => {
    const { force = false, partial = false, withCalls = false } = options;
    const store = await this.store();
    return exportRun({ store, runId: run, directory: folder, force, partial, withCalls });
  };

  verify: Lab['verify'] = (place, options = {}) => verifyRun(this.context, place, options);

  resume: Lab['resume'] = async (run, { concurrency = null, parallel, baseUrl } = {}) =>
    this.handleOf(
      await resumeRun(this.context, await this.store(), { run, concurrency, parallel, baseUrl }),
    );

  set: Lab['set'] = async (run, { concurrency }) => {
    await setRunConcurrency(this.context, await this.store(), { run, concurrency });
  };

  retryNow = async (run: string): Promise<number> =>
    retryNow(this.context, await this.store(), run);

  cancel = async (run: string): Promise<void> => {
    await cancelRun(this.context, await this.store(), run);
  };

  pause = async (run: string, place?: ProblemPlace): Promise<void> => {
    await this.steerAt(run, place, { kind: 'pause', reason: pausedByHand });
  };

  steer = async (run: string, place: ProblemPlace, steering: Steering): Promise<void> => {
    await this.steerAt(run, place, steering);
  };

  openChat = async (request: ChatRequest): Promise<Chat> =>
    this.talking(await openChat(this.context, await this.store(), request));

  attachChat = async (chat: string): Promise<Chat> =>
    this.talking(await attachChat(this.context, await this.store(), chat));

  exportChat: Lab['exportChat'] = async (chat, folder, { force = false } = {}) => {
    const store = await this.store();
    const key = chatKey((await findChat(store, chat)).id);
    return exportDialogue({ store, key, directory: resolve(folder), force });
  };

  chats = async (): Promise<readonly ListedChat[]> => listChats(await this.store());

  environments: LabEnvironments = {
    build: async (request) => {
      const checked = checkEnvironmentRequest(request);
      const store = await this.store();
      const plan = await planEnvironments(this.context, store, checked);
      return this.handleOf(await startRun(this.context, store, plan));
    },
  };

  evaluate: Lab['evaluate'] = async (request) => {
    const checked = checkEvaluationRequest(request);
    const store = await this.store();
    const plan = await planEvaluation(this.context, store, checked);
    return this.handleOf(await startRun(this.context, store, plan));
  };

  simulate: Lab['simulate'] = async (request, options = {}) =>
    simulate(this.context, checkSimulationRequest(request), {
      signal: options.signal ?? new AbortController().signal,
      onProgress: options.onProgress ?? (() => undefined),
    });

  runs = async (): Promise<readonly ListedRun[]> => listRuns(await this.store());

  diagnose = (): Promise<readonly Finding[]> => diagnose(this.context);

  down = (options: { readonly now?: boolean } = {}): Promise<StoppedServices> =>
    stopServices(this.context, options);

  close = async (): Promise<void> => {
    await Promise.all([...this.talkedTo].map((chat) => chat.close()));
    const store = await this.opened;
    this.opened = null;
    await store?.close();
  };

  private talking(chat: OpenChat): Chat {
    this.talkedTo.add(chat);
    return chat;
  }

  private planned(request: RunRequest): ReturnType<typeof planRun> {
    return planRun(checkRunRequest(request), this.context.settings);
  }

  private sweepPlanned(request: SweepRequest): ReturnType<typeof planSweep> {
    return planSweep(checkSweepRequest(request), this.context.settings);
  }

  private store(): Promise<Store> {
    this.opened ??= openLabStore(this.context).catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  private async handleOf({ record, services }: StartedRun): Promise<RunHandle> {
    await services?.disconnect();
    return { run: record.id, status: record.status, underWay: services !== null };
  }

  private async steerAt(
    run: string,
    place: ProblemPlace | undefined,
    steering: Steering,
  ): Promise<void> {
    const store = await this.store();
    const at = { problem: place?.problem ?? null, sample: place?.sample ?? 0 };
    await steerRun(this.context, store, { run, ...at, steering });
  }
}
