import { advanceWindow } from '../../../../activities/dataset/batches/advance-window';
import { RowContexts } from '../../../../activities/dataset/row-contexts';
import { AttemptContexts } from '../../../../activities/work/attempt-contexts';
import type { StoredBatch } from '../../../../core/adapters/batch-store';
import type { BatchLook, ModelBatches } from '../../../../core/adapters/model-batches';
import type { Store } from '../../../../core/ports/records';
import type { Recipe } from '../../../../core/schemas/recipe';
import { activityDependencies } from '../../../fakes/activity-dependencies';
import { madeDataset, sourceRow } from '../../../report/datasets/made-dataset';
import { createStoreFolder } from '../../../store/store-folder';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** What an endpoint was asked: the methods, in order. */
export type Asked = keyof Omit<ModelBatches, 'endpoint'>;

/** An endpoint that answers every question with what it is given. Batches are open until the test says more. */
export function playedBatches(given: Partial<ModelBatches> = {}): {
  readonly batches: ModelBatches;
  readonly asked: Asked[];
} {
  const asked: Asked[] = [];
  const noted =
    <Args extends unknown[], Result>(name: Asked, play: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      asked.push(name);
      return play(...args);
    };
  const open: BatchLook = { kind: 'open' };
  const batches: ModelBatches = {
    endpoint: 'http://models.test/v1',
    submit: noted('submit', given.submit ?? (async () => ({ kind: 'submitted', id: 'b-1' }))),
    find: noted('find', given.find ?? (async () => ({ kind: 'absent' }))),
    look: noted('look', given.look ?? (async () => open)),
    drop: noted('drop', given.drop ?? (async () => undefined)),
    cancel: noted('cancel', given.cancel ?? (async () => undefined)),
    answers: noted(
      'answers',
      given.answers ?? (async () => ({ usable: new Map(), unusable: new Map() })),
    ),
  };
  return { batches, asked };
}

/** Windows of rows that want ratings and vectors, over a real store with a clock of the test. */
export interface WindowBed {
  readonly store: Store;
  readonly run: string;
  readonly clock: { nowMs: number };
  /** Contents that were read, in order. */
  readonly read: readonly string[];
  /** One look at the window, after a time. Returns when the next is due. */
  readonly advance: (batches: ModelBatches, afterMs?: number, window?: number) => Promise<unknown>;
  readonly stored: () => Promise<readonly StoredBatch[]>;
  readonly dispose: () => Promise<void>;
}

export async function windowBed({
  rows = 2,
  recipe = {},
}: {
  readonly rows?: number;
  readonly recipe?: Partial<Recipe>;
} = {}): Promise<WindowBed> {
  const folder = createStoreFolder();
  const clock = { nowMs: 1_000_000 };
  const opened = await folder.open({ clock: () => clock.nowMs });
  const read: string[] = [];
  const get = async (sha256: string): Promise<string> => {
    read.push(sha256);
    return opened.blobs.get(sha256);
  };
  const store: Store = { ...opened, blobs: { ...opened.blobs, get } };
  const made = Array.from({ length: rows }, (_, at) => ({
    ...{ row: sourceRow(`own/${String(at)}`), method: 'pack' as const, end: 'filtered' as const },
  }));
  const filter = { combine: 'and', minRating: 3, includeAnswer: false } as const;
  const batch: Recipe['batch'] = { stages: ['rate', 'embed'], rows: 10 };
  const rules = { models: { embedder: 'vectors' }, filter, batch, ...recipe };
  const built = await madeDataset(made, { store, recipe: rules });
  const contexts = new AttemptContexts(store);
  const config = await contexts.configOf(built.run, 'dataset');
  // Rows of this run have not begun.
  const run = 'open';
  await store.runs.createRun(run, config);
  const contextsOfRows = new RowContexts(store, contexts);
  return {
    ...{ store, run, clock, read },
    advance: async (batches, afterMs = 0, window = 0) => {
      clock.nowMs += afterMs;
      const modelClient = async () => ({
        batches,
        send: () => Promise.reject(new Error('nothing is asked singly here')),
      });
      const dependencies = activityDependencies({ store, modelClient, leaseMs: 60_000 });
      return advanceWindow(dependencies, contextsOfRows, { window: { run, window }, config });
    },
    stored: () => store.batches.ofRun(run),
    dispose: () => folder.dispose(),
  };
}
