import { existsSync } from 'node:fs';

import type { CallRecord } from '../../core/ports/records';
import { openStore } from '../../store';
import type { EspalierHome } from './espalier-home';

/** The journal of a run as it is now, without writing to the store; empty while there is none. */
export async function journalOf(home: EspalierHome, run: string): Promise<readonly CallRecord[]> {
  if (!existsSync(home.folder.store)) return [];
  const store = await openStore({ path: home.folder.store, readOnly: true });
  try {
    return await store.runs.calls(run);
  } finally {
    await store.close();
  }
}

/** The journals of all runs of a home by run, as they are now; see `journalOf`. */
export async function journalsOf(
  home: EspalierHome,
): Promise<ReadonlyMap<string, readonly CallRecord[]>> {
  const journals = new Map<string, readonly CallRecord[]>();
  if (!existsSync(home.folder.store)) return journals;
  const store = await openStore({ path: home.folder.store, readOnly: true });
  try {
    for (const { id } of await store.runs.runs()) journals.set(id, await store.runs.calls(id));
    return journals;
  } finally {
    await store.close();
  }
}

/** Id of the only run of a home; null while there is none. */
export async function onlyRun(home: EspalierHome): Promise<string | null> {
  if (!existsSync(home.folder.store)) return null;
  const store = await openStore({ path: home.folder.store, readOnly: true });
  try {
    const [record, ...more] = await store.runs.runs();
    if (more.length > 0) throw new Error('there is more than one run');
    return record?.id ?? null;
  } finally {
    await store.close();
  }
}
