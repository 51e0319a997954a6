/** The package's face: `import { openLab } from 'espalier'`. */
export { openLab } from './open-lab';
export type {
  Lab,
  LabEnvironments,
  LabOptions,
  ProblemPlace,
  RunHandle,
  RunPlan,
  RunReport,
  Sweep,
  SweepOptions,
  WatchRunOptions,
} from './open-lab';
export type { ChatRequest } from './chats/chat-request';
export type { Chat, ChatNews, GivenFile, ListedChat } from './chats/chats';
export type { EnvironmentRequest } from './environments/environment-request';
export type { EvaluationRequest } from './evaluation/evaluation-request';
export type { RunRequest } from './planning/run-request';
export type { ProgressFacts, WatchEnd } from './runs/watch-run';
export type { ListedRun } from './runs/list-runs';
export type { SweepPlace } from './sweeps/run-sweep';
export type { SweepRequest } from './sweeps/sweep-request';
export type { StoppedServices } from './services/stop-services';
export type { SimulateOptions, Simulation } from './simulation/simulate';
export type { SimulationRequest } from './simulation/simulation-request';
export type { Verification } from './verify/verify-run';
export type { Finding } from './diagnose';
export type { ExportResult } from '../report/export/export-run';
export type { RunDocument } from '../report/run-document';
export type { ReportRow } from '../report/run-table';
export type { Steering } from '../core/names/steering-commands';
export type { AttemptRecord } from '../core/ports/records';
export type { RunConfig, RunStatus } from '../core/schemas/run';
export { EspalierError, NotReadyError, UsageError } from '../core/errors/errors';
export { ExportIncompleteError } from '../report/export/export-run';
