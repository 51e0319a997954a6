export { connectEngine } from './connect-engine';
export type { EngineClient, EngineConnection, EngineTarget } from './connect-engine';
export { startChat, tellChat } from './dialogues';
export type { ChatWord } from './dialogues';
export { queryEnvironment, queryHarness } from './query-environment';
export type { LiveEnvironment } from './query-environment';
export { queryPhases } from './query-phases';
export type { ItemPhases } from './query-phases';
export { queryTree } from './query-tree';
export { nextTry, retryNow } from './waiting-tries';
export { steer } from './steer';
export {
  cancelWork,
  endWork,
  engineWork,
  engineWorks,
  queryProgress,
  setConcurrency,
  startWork,
} from './work';
export type { EngineWork } from './work';
