import type { Store } from '../../../core/ports/records';
import type { PlannedRow } from '../../../core/kinds/dataset/schema';
import { executionResult } from '../../../core/refinement/feedback/block-words';
import { Recipe } from '../../../core/schemas/recipe';
import type { DialogueTurn } from '../../../core/schemas/source-row';
import { RunConfig } from '../../../core/schemas/run';
import { keepRows } from '../../../store';
import { createMemoryStore } from '../../fakes/memory-store';
import { configOf } from '../small-run';

export interface SmallDataset {
  readonly rows: number;
  readonly testShare?: number;
  readonly licence?: string;
  /** Code runs in every dialogue of this number, counted from 1. 0: no code runs. */
  readonly toolEvery?: number;
  /** Every dialogue of this number has a preference pair, counted from 1. */
  readonly pairEvery?: number;
  /** Characters that every answer gets more. */
  readonly padding?: number;
}

/** Characters on which readers of lines, JSON and templates may stumble. */
const odd = 'naïve 🌲 \u2028 \u2029 \u0085 "quoted" \\n {{ braces }} </s> \t tab';

export function turnsOf(at: number, toolEvery: number, padding = 0): readonly DialogueTurn[] {
  const answer = `Answer ${String(at)}: ${odd}${'x'.repeat(padding)}`;
  const code = `Here.\n\n\`\`\`python\nprint("${String(at)} \u2028 \\"q\\"")\n\`\`\``;
  const ran = toolEvery > 0 && (at + 1) % toolEvery === 0;
  return [
    { role: 'user', content: `Question ${String(at)}: ${odd}` },
    { role: 'assistant', content: ran ? code : answer },
    { role: 'user', content: ran ? `${executionResult}${String(at)}` : 'And then?' },
    { role: 'assistant', content: `Done with ${String(at)}.` },
  ];
}

const pairOf = (at: number) => ({
  chosen: `\`\`\`python\nprint(${String(at)}) # ${odd}\n\`\`\``,
  rejected: `\`\`\`python\nprint(${String(at + 1)})\n\`\`\``,
});

/** A finished run of `dataset build` that keeps dialogues as they are, in a memory store. */
export async function smallDataset({
  rows,
  testShare = 0.3,
  licence,
  toolEvery = 3,
  pairEvery = 1,
  padding = 0,
}: SmallDataset): Promise<{ readonly store: Store; readonly run: string }> {
  const store = createMemoryStore();
  const run = 'make-dataset-small';
  const planned = Array.from({ length: rows }, (_, at): PlannedRow => {
    const turns = turnsOf(at, toolEvery, padding);
    return {
      row: {
        ...{ id: `own/${String(at)}`, source: 'own', lang: 'python', licence: 'MIT' },
        query: turns[0]?.content ?? '',
        answer: turns.at(-1)?.content ?? '',
        turns: [...turns],
        ...((at + 1) % pairEvery === 0 ? { preference: pairOf(at) } : {}),
      },
      ...{ method: 'keep', partners: [], errorClass: null },
    };
  });
  const pages = await keepRows(store.blobs, planned);
  const recipe = Recipe.parse({
    name: 'small',
    sources: [{ name: 'own', file: 'own.jsonl' }],
    methods: { keep: {} },
    gates: { off: ['near-duplicate'] },
    output: { testShare, licence },
  });
  const ids = planned.map(({ row }) => row.id);
  const { model, limits, assurance, reuse, seed } = configOf();
  const counts = { read: rows, unreadable: 0, repeated: 0, unplanned: 0, planned: rows };
  const config = RunConfig.parse({
    ...{ kind: 'dataset', method: 'make-dataset', problems: ids },
    ...{ model, limits, assurance, reuse, seed },
    dataset: { name: 'small', sha256: pages },
    build: {
      ...{ recipe, pages, benchmarks: null },
      ingested: { own: { ...counts, sha256: 'e'.repeat(64), licence: 'MIT' } },
    },
  });
  await store.runs.createRun(run, config);
  for (const [position, { row }] of planned.entries()) {
    const key = { run, problem: row.id, sample: 0 };
    await store.runs.beginAttempt(key, position);
    await store.runs.finishAttempt(key, {
      ...{ status: 'completed', graded: [], verdict: null, solved: false, cause: null },
      provenance: null,
      outcome: {
        ...{ kind: 'dataset', end: 'written', method: 'keep', steps: [], findings: [] },
        dialogue: await store.blobs.put(JSON.stringify(row.turns)),
      },
    });
  }
  await store.runs.setRunStatus(run, 'completed', null);
  return { store, run };
}
