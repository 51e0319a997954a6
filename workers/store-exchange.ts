import { statSync } from 'node:fs';

import { NotReadyError } from '../core/errors/errors';

const lookEveryMs = 2_000;

/** What this process reads and writes is not what others find at the store's place any more. */
export class StoreExchangedError extends NotReadyError {
  constructor(path: string) {
    super(
      `${path} was exchanged for another state of it while it was open: what is written here nobody would find`,
      'The supervisor, or the next command, starts a worker on what is there now',
      { code: 'STORE_EXCHANGED' },
    );
  }
}

/** Rejects once the open store was put back or taken away. Its log is looked at too: a copy may go into the same file. */
export function untilExchanged(path: string): {
  readonly exchanged: Promise<never>;
  readonly stop: () => void;
} {
  const files = [path, `${path}-shm`];
  const opened = files.map(identityOf);
  let timer: NodeJS.Timeout | undefined;
  const exchanged = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      if (files.every((file, place) => identityOf(file) === opened[place])) return;
      clearInterval(timer);
      reject(new StoreExchangedError(path));
    }, lookEveryMs);
  });
  // Whoever does not wait for it any more has ended.
  exchanged.catch(() => undefined);
  return {
    exchanged,
    stop: () => {
      clearInterval(timer);
    },
  };
}

/** null: there is none. A new file may get the number of one that was removed just before. */
function identityOf(file: string): string | null {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts === undefined ? null : `${String(facts.ino)} ${String(facts.birthtimeMs)}`;
}
