export { workerRoles, type WorkerRole } from './roles';
export { runWorker, type RunWorkerOptions } from './run-worker';
export { workerOptions, type WorkerPlace } from './worker-options';
export { prepareBank, type PreparedBank } from './simulation/prepare-bank';
export { runSimulation } from './simulation/run-simulation';
export type { ProbeResult } from './suites/run-suite';
export { verifySuites, type VerifyOptions } from './suites/verify-suites';
