export { connectEngine } from './connect-engine';
export type { EngineClient, EngineConnection, EngineTarget } from './connect-engine';
export { startChat, tellChat } from './dialogues';
export type { ChatWord } from './dialogues';
export { queryTree } from './query-tree';
export { steer } from './steer';
export type { Steering } from './steer';
export { cancelWork, endWork, queryProgress, startWork, workState } from './work';
