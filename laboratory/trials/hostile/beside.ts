import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { childrenOf } from '../../../processes/process-table';

/** What two programs said that ran beside each other in two cells. */
export interface BesideEachOther<T> {
  readonly said: readonly T[];
  /** Of the neighbour, which runs again and again until the program has ended. */
  readonly neighbour: readonly T[];
  /** There was a box in both cells at one time. */
  readonly met: boolean;
}

const mostRounds = 20;
const longestStartMs = 5_000;

/**
 * The neighbour's box is there before the program starts and until it has ended. Programs that were too quick run again.
 * @param zygotes process ids of what forks boxes, a cell each
 */
export async function besideEachOther<T>(
  program: () => Promise<T>,
  neighbour: () => Promise<T>,
  zygotes: readonly number[],
): Promise<BesideEachOther<T>> {
  const all = { said: [] as T[], neighbour: [] as T[], met: false };
  for (let round = 0; round < mostRounds && !all.met; round += 1) {
    const one = await oneRound(program, neighbour, zygotes);
    all.said.push(one.said);
    all.neighbour.push(...one.neighbour);
    all.met = one.met;
  }
  return all;
}

async function oneRound<T>(
  program: () => Promise<T>,
  neighbour: () => Promise<T>,
  zygotes: readonly number[],
): Promise<{ readonly said: T; readonly neighbour: readonly T[]; readonly met: boolean }> {
  const state = { over: false, met: false };
  const others: T[] = [];
  const hasBox = (zygote: number): boolean => childrenOf(zygote).length > 0;
  const neighbours = (async () => {
    do others.push(await neighbour());
    while (!state.over);
  })();
  const from = Date.now();
  while (!zygotes.some(hasBox) && Date.now() - from < longestStartMs) await sleep(0);
  const watching = (async () => {
    while (!state.over && !state.met) {
      state.met = zygotes.length > 1 && zygotes.every(hasBox);
      await nextTurn();
    }
  })();
  const said = await program().finally(() => (state.over = true));
  await Promise.all([neighbours, watching]);
  return { said, neighbour: others, met: state.met };
}
