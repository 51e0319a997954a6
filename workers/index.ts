export { workerRoles, type WorkerRole } from './roles';
export { runWorker, type RunWorkerOptions } from './run-worker';
export { workerOptions, type WorkerPlace } from './worker-options';
