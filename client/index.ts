export { connectEngine } from './connect';
export type { EngineClient, EngineConnection, EngineTarget } from './connect';
export { cancelSweep, querySweep, queryTree, startSweep, sweepState } from './run';
export { steer } from './steer';
export type { Steering } from './steer';
