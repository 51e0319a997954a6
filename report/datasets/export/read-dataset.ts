import { findingsOf } from '../../../core/code-feedback/gates/gates';
import { BenchmarkIndex } from '../../../core/code-feedback/gates/benchmark-index';
import type { BenchmarkText } from '../../../core/code-feedback/gates/benchmark-index';
import { nearDuplicate, NearDuplicates } from '../../../core/code-feedback/export/near-duplicates';
import { packRows } from '../../../core/code-feedback/packing/pack-rows';
import type { Packing } from '../../../core/code-feedback/packing/pack-rows';
import { unitVectorOf } from '../../../core/values/vector-text';
import { lexicalVector } from '../../../core/code-feedback/packing/lexical-vector';
import type { DatasetOutcome, GateFinding, PlannedRow } from '../../../core/kinds/dataset/schema';
import { isOfKind } from '../../../core/kinds/of-kind';
import type { OfKind } from '../../../core/kinds/of-kind';
import { UsageError } from '../../../core/errors/errors';
import type { DatasetMethod, ErrorClass } from '../../../core/names/dataset-methods';
import type { Store } from '../../../core/ports/records';
import type { RunConfig, RunStatus } from '../../../core/schemas/run';
import type { DialogueTurn, SourceRow } from '../../../core/schemas/source-row';
import { keptRows, pageAt, rowPage, rowPages } from '../../../store';
import type { PlannedPage } from '../../../store';
import { findRun } from '../../load-run';
import { approximateNeighbours, exactUpTo } from './approximate-neighbours';

export type DatasetConfig = OfKind<RunConfig, 'dataset'>;

/** A dialogue of a run, or why a row gave none. In the order of the run; a packed one stands at its anchor. */
export interface MadeRow {
  readonly method: DatasetMethod;
  /** Every source row of the dialogue; of none, the row itself. */
  readonly rows: readonly SourceRow[];
  /** Planted error. null: another method than `correct`. */
  readonly errorClass: ErrorClass | null;
  readonly steps: DatasetOutcome['steps'];
  /** The ratings of rows that were packed, in the order of `rows`. Empty: another method. */
  readonly rated: readonly { readonly row: string; readonly steps: DatasetOutcome['steps'] }[];
  readonly made:
    | { readonly kind: 'dialogue'; readonly turns: readonly DialogueTurn[] }
    | { readonly kind: 'none'; readonly end: string; readonly findings: readonly GateFinding[] };
}

export interface ReadDataset {
  readonly config: DatasetConfig;
  readonly packing: Packing;
  readonly rows: () => AsyncIterable<MadeRow>;
}

/**
 * Reads what a run has made, packs the rows that wait for neighbours, and leaves out near-duplicates. Texts are read one row at a
 * time, so the memory grows only by a vector for each row to pack and some hashes for each dialogue.
 * @throws UsageError for a run that makes no data set or has not ended
 */
export async function readDataset(store: Store, id: string): Promise<ReadDataset> {
  const { config, status } = await findDatasetRun(store, id);
  if (status !== 'completed') {
    throw new UsageError(
      `run ${id} has not ended (${status})`,
      `Wait for it, or continue it with \`espalier run resume ${id}\``,
      { code: 'NO_DATASET_RUN' },
    );
  }
  const toPack = await rowsToPack(store, id, config);
  const { vectors } = toPack;
  const { packed, ...figures } =
    vectors.length > exactUpTo
      ? packRows(vectors, config.seed, approximateNeighbours(vectors))
      : packRows(vectors, config.seed);
  const groups = packed.map((group) => group.map((at) => toPack.positions[at] ?? 0));
  const byAnchor = new Map(groups.map((group) => [group[0] ?? 0, group]));
  const inGroup = new Set(groups.flatMap((group) => group.slice(1)));
  const benchmarks = await benchmarksOf(store, config);
  const pages = await rowPages(store.blobs, config.build.pages);
  const rows = async function* (): AsyncGenerator<MadeRow> {
    const duplicates = new NearDuplicates();
    for await (const [position, planned, outcome] of recordedRows(store, id, config)) {
      if (inGroup.has(position)) continue;
      const group = byAnchor.get(position);
      const made =
        group === undefined
          ? await madeRow(store, planned, outcome)
          : await packedRow(store, id, { config, pages, group, benchmarks });
      yield withoutDuplicate(made, duplicates, config);
    }
  };
  return { config, packing: { packed: groups, ...figures }, rows };
}

/** @throws UsageError for a run that is not in the store (`RUN_UNKNOWN`) or makes no data set (`NO_DATASET_RUN`) */
export async function findDatasetRun(
  store: Store,
  id: string,
): Promise<{ readonly config: DatasetConfig; readonly status: RunStatus }> {
  const { config, status } = await findRun(store, id);
  if (isOfKind(config, 'dataset')) return { config, status };
  throw new UsageError(
    `run ${id} makes no data set`,
    'Name a run of `dataset build`: `espalier run list` shows them',
    { code: 'NO_DATASET_RUN' },
  );
}

/** Each planned row with its record; of a row without one, nothing was made. */
async function* recordedRows(
  store: Store,
  run: string,
  config: DatasetConfig,
): AsyncGenerator<
  readonly [position: number, planned: PlannedRow, outcome: DatasetOutcome | null]
> {
  const outcomes = outcomesOf(store, run);
  let next = await outcomes.next();
  let position = 0;
  for await (const planned of keptRows(store.blobs, config.build.pages)) {
    let outcome: DatasetOutcome | null = null;
    while (next.done !== true && next.value.position <= position) {
      if (next.value.position === position) outcome = next.value.outcome;
      next = await outcomes.next();
    }
    yield [position, planned, outcome];
    position += 1;
  }
}

async function* outcomesOf(
  store: Store,
  run: string,
): AsyncGenerator<{ readonly position: number; readonly outcome: DatasetOutcome | null }> {
  for await (const { attempts } of store.runs.pages(run)) {
    for (const { position, status, result } of attempts) {
      const isMade = status === 'completed' && result?.outcome.kind === 'dataset';
      yield { position, outcome: isMade ? result.outcome : null };
    }
  }
}

async function rowsToPack(
  store: Store,
  run: string,
  config: DatasetConfig,
): Promise<{ readonly positions: readonly number[]; readonly vectors: readonly Float32Array[] }> {
  const positions: number[] = [];
  const vectors: Float32Array[] = [];
  for await (const [position, planned, outcome] of recordedRows(store, run, config)) {
    if (outcome?.end !== 'to-pack') continue;
    positions.push(position);
    const vector = await vectorOf(store, planned, outcome);
    const [first = vector] = vectors;
    if (vector.length !== first.length) throw otherLength(planned.row, config, vector, first);
    vectors.push(vector);
  }
  return { positions, vectors };
}

function otherLength(
  { id }: SourceRow,
  { build }: DatasetConfig,
  ...[own, first]: readonly [Float32Array, Float32Array]
): UsageError {
  const model = build.recipe.models.embedder ?? '';
  return new UsageError(
    `row ${id}: the embedding model ${model} gave ${String(own.length)} numbers, and ${String(first.length)} for the first row`,
    'Its endpoint changed the model during the run. Build the data set again with `--no-reuse`, or name another `embedder`',
    { code: 'VECTORS_DIFFER' },
  );
}

/** The vector of the embedding model, or of the words. */
async function vectorOf(
  { blobs }: Store,
  { row }: PlannedRow,
  { steps }: DatasetOutcome,
): Promise<Float32Array> {
  const step = steps.find((one) => one.kind === 'asked' && one.speaker === 'embedder');
  if (step?.kind !== 'asked') return lexicalVector(row.query);
  const vector = unitVectorOf(await blobs.get(step.reply.sha256));
  if (vector === null) throw new RangeError(`the stored vector of ${row.id} cannot be read`);
  return vector;
}

async function benchmarksOf(store: Store, config: DatasetConfig): Promise<BenchmarkIndex | null> {
  const { benchmarks } = config.build;
  if (benchmarks === null) return null;
  return BenchmarkIndex.of(JSON.parse(await store.blobs.get(benchmarks)) as BenchmarkText[]);
}

async function madeRow(
  store: Store,
  { row, partners, method, errorClass }: PlannedRow,
  outcome: DatasetOutcome | null,
): Promise<MadeRow> {
  const steps = outcome?.steps ?? [];
  const facts = { method, rows: [row, ...partners], errorClass, steps, rated: [] };
  if (outcome?.end === 'written' && outcome.dialogue !== null) {
    const turns = JSON.parse(await store.blobs.get(outcome.dialogue)) as DialogueTurn[];
    return { ...facts, made: { kind: 'dialogue', turns } };
  }
  const end = outcome?.end === 'to-pack' ? 'unpacked' : (outcome?.end ?? 'unscored');
  return { ...facts, made: { kind: 'none', end, findings: outcome?.findings ?? [] } };
}

async function packedRow(
  store: Store,
  run: string,
  {
    config,
    pages,
    group,
    benchmarks,
  }: {
    readonly config: DatasetConfig;
    readonly pages: readonly PlannedPage[];
    readonly group: readonly number[];
    readonly benchmarks: BenchmarkIndex | null;
  },
): Promise<MadeRow> {
  const { recipe } = config.build;
  const rows = await Promise.all(
    group.map(async (position) => {
      const { sha256, from } = pageAt(pages, position);
      const planned = (await rowPage(store.blobs, sha256))[position - from];
      if (planned === undefined) throw new RangeError(`there is no row at ${String(position)}`);
      return planned.row;
    }),
  );
  const turns = rows.flatMap(({ query, answer }): DialogueTurn[] => [
    { role: 'user', content: query },
    { role: 'assistant', content: answer },
  ]);
  const findings = findingsOf({
    ...{ method: 'pack', rows, turns, steps: [] },
    ...{ settings: recipe.gates, benchmarks },
  });
  const made: MadeRow['made'] =
    findings.length === 0
      ? { kind: 'dialogue', turns }
      : { kind: 'none', end: 'rejected', findings };
  const rated = await Promise.all(
    rows.map(async ({ id }) => ({ row: id, steps: await stepsOf(store, run, id) })),
  );
  return { method: 'pack', rows, errorClass: null, steps: [], rated, made };
}

async function stepsOf(store: Store, run: string, row: string): Promise<DatasetOutcome['steps']> {
  const [attempt] = await store.runs.attempts(run, row);
  return attempt?.result?.outcome.kind === 'dataset' ? attempt.result.outcome.steps : [];
}

function withoutDuplicate(
  row: MadeRow,
  duplicates: NearDuplicates,
  { build }: DatasetConfig,
): MadeRow {
  if (row.made.kind === 'none' || build.recipe.gates.off.includes(nearDuplicate)) return row;
  const asked = row.rows.map(({ query }) => query).join('\n');
  const earlier = duplicates.earlier(row.rows[0]?.id ?? '', asked);
  if (earlier === null) return row;
  const findings = [{ gate: nearDuplicate, why: `nearly the same as ${earlier}` }];
  return { ...row, made: { kind: 'none', end: 'rejected', findings } };
}
