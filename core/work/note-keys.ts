import type { AttemptKey } from '../durable/attempt-key';
import type { EnvironmentStore } from '../ports/environment';
import type { RepositoryStep } from '../schemas/environment-built';

type Steps = Pick<EnvironmentStore, 'findStep' | 'saveStep'>;

/**
 * Key of the note of one step of a function, among the steps of the store.
 * @param id `<path>::<qualname>#<n>`, without the repository
 * @param place of the step in the plan, from 0
 * @param turn of the tools that worked, from `noteTurn`
 */
export function stepNoteKey(key: AttemptKey, id: string, place: number, turn = 0): string {
  const first = `${attemptText(key)}/function/${id}/${String(place)}`;
  return turn === 0 ? first : `${first}/turn/${String(turn)}`;
}

/**
 * Number of these tools among the tools that worked on a function, from 0. Notes never change, so after an upgrade the notes
 * of repeated steps need their own keys.
 */
export async function noteTurn(
  store: Steps,
  key: AttemptKey,
  id: string,
  tools: string,
): Promise<number> {
  for (let turn = 0; ;) {
    const found = await store.findStep(turnKey(key, id, turn));
    if (found === null) await store.saveStep(turnKey(key, id, turn), { tools });
    else if ((found as { readonly tools?: unknown }).tools === tools) return turn;
    else turn += 1;
  }
}

export async function lastTurn(
  store: Pick<Steps, 'findStep'>,
  key: AttemptKey,
  id: string,
): Promise<number> {
  let turn = 0;
  while ((await store.findStep(turnKey(key, id, turn + 1))) !== null) turn += 1;
  return turn;
}

/** Notes of the steps of a function, in order: the newest and, before them, the steps that an upgrade continued from. */
export async function stepNotes(
  store: Pick<Steps, 'findStep'>,
  key: AttemptKey,
  id: string,
): Promise<readonly unknown[]> {
  const last = await lastTurn(store, key, id);
  const notes: unknown[] = [];
  for (let since = 0; ;) {
    let turn = last;
    let found = await store.findStep(stepNoteKey(key, id, notes.length, turn));
    while (found === null && turn > since) {
      turn -= 1;
      found = await store.findStep(stepNoteKey(key, id, notes.length, turn));
    }
    if (found === null) return notes;
    since = turn;
    notes.push(found);
  }
}

/** Keys of the notes on a run made from another installation's export: it has begun, and it is complete. */
export function importKeys(run: string): { readonly begun: string; readonly done: string } {
  return { begun: `import/${run}/begun`, done: `import/${run}/done` };
}

export function repositoryNoteKey(key: AttemptKey, step: RepositoryStep): string {
  return `${attemptText(key)}/repository/${step}`;
}

/** Key of the note that a step ran in a cell and was not read back. Numbers start at 0; several: earlier ones were cut off */
export function tryKey(noteKey: string, number: number): string {
  return `${noteKey}/try/${String(number)}`;
}

/** Place of a step in its plan, by the name that the plan gives it: `<target>#<place>`. */
export function stepPlace(action: string): number {
  return Number(action.slice(action.lastIndexOf('#') + 1));
}

function turnKey(key: AttemptKey, id: string, turn: number): string {
  return `${attemptText(key)}/function/${id}/tools/${String(turn)}`;
}

function attemptText({ run, problem, sample }: AttemptKey): string {
  return `note/${run}/${problem}/${String(sample)}`;
}
