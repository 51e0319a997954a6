import type { PatchFacts } from '../../core/schemas/verdict';
import { differenceTo } from './difference-to';
import { passEstimate } from './method-table';
import type { Series } from './series';
import type { Cell } from './study-table';
import type { TableBody } from './table-body';

/** Rows of the paper's table 5, with its words for them, among the methods that have none there. */
const rowWords: readonly (readonly [method: string, words: string | null])[] = [
  ['direct', null],
  ['agentless', 'Agentless'],
  ['cot', '+CoT'],
  ['reflexion', '+Reflexion'],
  ['code-tree', '+CodeTree'],
  ['resample', null],
];
const base = 'agentless';

/** Methods on tasks of repositories: CodeTree's table 5. null: no run has patches. */
export function resolvedTable(series: readonly Series[]): TableBody | null {
  const shown = series
    .filter((one) => patchesOf(one).length > 0)
    .toSorted((left, right) => placeOf(left) - placeOf(right))
    .toSorted((left, right) => groupOf(left).localeCompare(groupOf(right)));
  if (shown.length === 0) return null;
  const bases = shown.filter(({ run }) => run.record.config.method === base);
  return {
    title:
      'resolved tasks in percent, by model, data set and method (the shape of CodeTree, table 5)',
    columns: [
      { label: 'model', format: 'text' },
      { label: 'data set', format: 'text' },
      { label: 'method', format: 'text' },
      { label: 'in the paper', format: 'text' },
      { label: 'tasks', format: 'count' },
      { label: 'resolved', format: 'percent' },
      { label: `to ${base}`, format: 'points' },
      { label: 'patches that apply', format: 'short-percent' },
    ],
    rows: shown.map((one): readonly Cell[] => [
      one.model,
      one.dataset,
      one.method,
      wordsOf(one),
      one.run.record.config.problems.length,
      passEstimate(one),
      differenceTo(one, bases),
      shareApplied(patchesOf(one)),
    ]),
    notes: [
      'Resolved: all tests of FAIL_TO_PASS and PASS_TO_PASS pass, as a share of the tasks with a verdict. A task without an environment has none.',
      `"To ${base}" is the difference to ${base} on the same tasks, in points, with its 95 % interval; empty where there is not exactly one such run.`,
      'The paper has 24.2 for Agentless, 23.6 with CoT, 25.3 with Reflexion and 27.6 with CodeTree (GPT-4o-mini, tasks and patches of its own).',
    ],
  };
}

function patchesOf({ run }: Series): readonly PatchFacts[] {
  return run.attempts.flatMap(
    ({ result }) => result?.graded.flatMap(({ outcome }) => outcome.patch ?? []) ?? [],
  );
}

function shareApplied(patches: readonly PatchFacts[]): number {
  return patches.filter(({ applied }) => applied !== null).length / patches.length;
}

function wordsOf({ run }: Series): string | null {
  return rowWords.find(([method]) => method === run.record.config.method)?.[1] ?? null;
}

/** Methods that the paper does not have come last. */
function placeOf({ run }: Series): number {
  const place = rowWords.findIndex(([method]) => method === run.record.config.method);
  return place < 0 ? rowWords.length : place;
}

function groupOf({ model, dataset }: Series): string {
  return JSON.stringify([model, dataset]);
}
