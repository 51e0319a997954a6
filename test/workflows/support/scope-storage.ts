import { AsyncLocalStorage } from 'node:async_hooks';

/** The isolate of a worker has this global. It must be there before the workflow library is loaded. */
Object.assign(globalThis, { AsyncLocalStorage });
