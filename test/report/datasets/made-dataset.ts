import { datasetItem } from '../../../core/kinds/dataset/outcome';
import type { DatasetOutcome, PlannedRow, RowStep } from '../../../core/kinds/dataset/schema';
import type { Store } from '../../../core/ports/records';
import { RunConfig } from '../../../core/schemas/run';
import { Recipe } from '../../../core/schemas/recipe';
import type { DialogueTurn, SourceRow } from '../../../core/schemas/source-row';
import { keepRows } from '../../../store';
import { createMemoryStore } from '../../fakes/memory-store';

const box = {
  ...{ cpuMs: 1000, wallMs: 5000, memoryMb: 256 },
  ...{ processes: 16, outputBytes: 1000, diskMb: 16 },
};

export function sourceRow(id: string, changes: Partial<SourceRow> = {}): SourceRow {
  const [source = ''] = id.split('/');
  const query = `How do I write program ${id} with its own words ${id.repeat(3)}?`;
  const answer = `\`\`\`python\nprint(${JSON.stringify(id)})\n\`\`\``;
  return { id, source, query, answer, lang: 'python', licence: 'MIT', ...changes };
}

/** A row of a recipe with what became of it. */
export interface MadeOf {
  readonly row: SourceRow;
  readonly method: PlannedRow['method'];
  readonly partners?: readonly SourceRow[];
  readonly end?: DatasetOutcome['end'];
  readonly steps?: readonly RowStep[];
  readonly turns?: readonly DialogueTurn[];
  readonly findings?: DatasetOutcome['findings'];
}

export const turnsOf = ({ query, answer }: SourceRow): readonly DialogueTurn[] => [
  { role: 'user', content: query },
  { role: 'assistant', content: answer },
];

/** Records a finished run of `dataset build` without a model, an engine or a sandbox. */
export async function madeDataset(
  made: readonly MadeOf[],
  {
    run = 'made',
    store = createMemoryStore(),
    recipe = {},
    model = 'model-x',
  }: {
    readonly run?: string;
    readonly store?: Store;
    readonly recipe?: Partial<Recipe>;
    readonly model?: string;
  } = {},
): Promise<{ readonly store: Store; readonly run: string }> {
  const names = [...new Set(made.map(({ row }) => row.source))];
  const rows = made.map(({ row, method, partners = [] }) => ({
    ...{ row, method, partners: [...partners], errorClass: null },
  }));
  const pages = await keepRows(store.blobs, rows);
  const config = RunConfig.parse({
    ...{ kind: 'dataset', method: 'make-dataset', seed: 0, assurance: 'objects', reuse: true },
    dataset: { name: 'small', sha256: pages },
    problems: made.map(({ row }) => row.id),
    model: { kind: 'endpoint', name: model, logicalEndpoint: 'http://models.test/v1' },
    limits: { visible: box, hidden: box },
    build: {
      recipe: Recipe.parse({
        name: 'small',
        sources: names.map((name) => ({ name, file: `${name}.jsonl` })),
        methods: { keep: {}, pack: {}, simulate: {} },
        ...recipe,
      }),
      ...{ pages, benchmarks: null },
      ingested: Object.fromEntries(
        names.map((name) => {
          const planned = made.filter(({ row }) => row.source === name).length;
          const counts = { read: planned, unreadable: 0, repeated: 0, unplanned: 0, planned };
          return [name, { ...counts, sha256: 'a'.repeat(64), licence: 'MIT' }];
        }),
      ),
    },
  });
  await store.runs.createRun(run, config);
  for (const [position, one] of made.entries()) {
    const key = { run, problem: one.row.id, sample: 0 };
    await store.runs.beginAttempt(key, position);
    const { end = 'written', steps = [], findings = [], turns = turnsOf(one.row) } = one;
    const dialogue = end === 'written' ? await store.blobs.put(JSON.stringify(turns)) : null;
    await store.runs.finishAttempt(key, {
      ...{ status: 'completed', graded: [], verdict: null, solved: false, cause: null },
      outcome: {
        ...{ ...datasetItem.noOutcome, end, method: one.method },
        ...{ steps: [...steps], dialogue, findings: [...findings] },
      },
      provenance: null,
    });
  }
  await store.runs.setRunStatus(run, 'completed', null);
  return { store, run };
}

/** A recorded execution of code, in the words that `small-sessions` gives for it. */
export async function ranStep(
  store: Store,
  code: string,
  { end, words }: { readonly end: 'finished' | 'raised'; readonly words: string },
): Promise<RowStep> {
  const output = await store.blobs.put('[]');
  const sha256 = await store.blobs.put(words);
  const program = await store.blobs.put(code);
  return { kind: 'ran', program, end, output, words: { sha256, excerpt: words } };
}
