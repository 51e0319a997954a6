import { SessionKeeper } from '../../activities/dialogue/sessions/session-keeper';
import { createMemoryStore } from './memory-store';

/** Of workers that have no dialogue with a session: starting one is refused. */
export const noSessions = new SessionKeeper({
  dialogues: createMemoryStore().dialogues,
  blobs: createMemoryStore().blobs,
  host: () => Promise.reject(new Error('no session is to be started here')),
  most: 1,
  idleMs: 1,
});
