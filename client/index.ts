export { connectEngine } from './connect';
export type { EngineClient, EngineConnection, EngineTarget } from './connect';
export { queryTree } from './query-tree';
export { steer } from './steer';
export type { Steering } from './steer';
export { cancelWork, endWork, queryProgress, startWork, workState } from './work';
