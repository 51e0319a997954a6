import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { canonicalJson } from '../core/values/canonical-json';
import { UsageError } from '../core/errors/errors';
import type { VisibleTestRule } from '../core/names/visible-test-rules';
import { recordedForm } from '../core/tasks/problem';
import type { DatasetProblem } from '../core/tasks/problem';
import { readDatasetFile } from './dataset-file';
import type { ReadOptions } from './dataset-file';
import type { DatasetFile, LeftOutTests, RefusedRow } from './dataset-rows';
import { fetchDataset } from './fetch';
import type { FetchOptions } from './fetch';
import { formNames } from './formats';
import { datasetPath, knownDatasets } from './known-datasets';
import { notInstances } from './instances';
import { isMbppTestSplit } from './mbpp';
import { withVisibleTestsOf } from './with-visible-tests-of';
import { sha256Of } from './sha256-of';

export interface VisibleTestCounts {
  readonly visible: { readonly 0: number; readonly 1: number; readonly '2+': number };
}

export interface LoadedDataset {
  readonly name: string;
  /** In whose form its rows are: `HumanEval`. */
  readonly form: string;
  /** Over the canonical JSON of the problems, visible and hidden tests: neither the file's name nor its packing counts. */
  readonly sha256: string;
  /** The same without the visible tests: of what is asked and what judges. */
  readonly judgedSha256: string;
  /** Of the file that the visible tests are from: its name, the sha256 of its bytes, and the problems that it does not name. */
  readonly visibleFile?: {
    readonly name: string;
    readonly sha256: string;
    readonly unnamed: ReadonlySet<string>;
  };
  /** In the file's order. */
  readonly rows: readonly DatasetProblem[];
  readonly counts: VisibleTestCounts;
  /** Rows of the file that say once more what an earlier one says; they are left out. */
  readonly repeated: number;
  /** Problems that are graded by fewer tests than their rows have. */
  readonly leftOut: readonly LeftOutTests[];
  /** Rows of the file that cannot be used; they are left out. Absent: none. */
  readonly refused?: readonly RefusedRow[];
}

export interface LoadOptions extends FetchOptions, ReadOptions {
  /** `humaneval`, `mbpp`, `bundled`, or the path of a .jsonl, .jsonl.gz, .json or .parquet file in a form that can be read. */
  readonly nameOrPath: string;
  /** Rows `task_id`, `given_tests` that replace the visible tests of the problems they name. */
  readonly visibleTestsFile?: string | undefined;
  /** Which tests are shown; default `docstring`: the data set's own, or those that docstrings have. */
  readonly visibleTests?: VisibleTestRule | undefined;
}

/**
 * The problems of a data set, checked. By name, it is downloaded if need be (`mbpp`: task ids 11 to 510); by path, all rows
 * are taken. A name wins over a file: write `./mbpp` for the file. @throws UsageError for an unknown name or an unusable row,
 * with file, line and field. @throws NotReadyError when a download fails or a downloaded file is not what was published.
 */
export async function loadDataset(options: LoadOptions): Promise<LoadedDataset> {
  const { rows: own, ...file } = await readNamedOrFile(options);
  const { visibleTestsFile, visibleTests } = options;
  if (visibleTestsFile === undefined)
    return datasetOf({ ...file, rows: shownBy(visibleTests, own) });
  const { rows, unnamed } = await withVisibleTestsOf(visibleTestsFile, own);
  const visibleFile = { ...(await fileNamed(visibleTestsFile)), unnamed };
  return { ...datasetOf({ ...file, rows }), visibleFile };
}

async function fileNamed(
  path: string,
): Promise<{ readonly name: string; readonly sha256: string }> {
  const sha256 = createHash('sha256').update(await readFile(path));
  return { name: basename(path), sha256: sha256.digest('hex') };
}

function shownBy(
  rule: VisibleTestRule | undefined,
  rows: readonly DatasetProblem[],
): readonly DatasetProblem[] {
  if (rule !== 'none') return rows;
  return rows.map((row) => ({ ...row, problem: { ...row.problem, visibleTests: [] } }));
}

export function datasetOf(file: DatasetFile): LoadedDataset {
  const { rows } = file;
  const judgedSha256 = hashOf(rows.map(withoutVisible));
  return { ...file, sha256: hashOf(rows), judgedSha256, counts: countVisibleTests(rows) };
}

function countVisibleTests(rows: readonly DatasetProblem[]): VisibleTestCounts {
  const sizes = rows.map(({ problem }) => problem.visibleTests.length);
  const none = sizes.filter((size) => size === 0).length;
  const one = sizes.filter((size) => size === 1).length;
  return { visible: { 0: none, 1: one, '2+': sizes.length - none - one } };
}

async function readNamedOrFile(options: LoadOptions): Promise<DatasetFile> {
  const { nameOrPath, cacheDir, instances, taskSpecs, taskImages } = options;
  const paper = options.visibleTests === 'paper';
  if (datasetPath(nameOrPath, cacheDir) !== null) {
    if (instances?.said === true) throw notInstances(nameOrPath);
    return readKnownDataset(nameOrPath, options);
  }
  if (/[/\\]|\.jsonl?$|\.gz$|\.parquet$/.test(nameOrPath) || existsSync(nameOrPath))
    return readDatasetFile(nameOrPath, undefined, { instances, paper, taskSpecs, taskImages });
  throw new UsageError(
    `there is no data set ${JSON.stringify(nameOrPath)}`,
    `Known data sets: ${Object.keys(knownDatasets).join(', ')}; or give the path of a .jsonl, .jsonl.gz, .json or .parquet file in the form of ${formNames}`,
    { code: 'UNKNOWN_DATASET' },
  );
}

async function readKnownDataset(name: string, options: LoadOptions): Promise<DatasetFile> {
  const { path } = await fetchDataset(name, options);
  const file = await readDatasetFile(path, name, { paper: options.visibleTests === 'paper' });
  return name === 'mbpp'
    ? { ...file, rows: file.rows.filter(({ problem }) => isMbppTestSplit(problem.id)) }
    : file;
}

/** What the visible tests need before them goes with them. */
function withoutVisible({ problem, hidden }: DatasetProblem): DatasetProblem {
  const none = { ...problem, visibleTests: [] };
  return { problem: none.kind === 'function' ? { ...none, visibleSetup: '' } : none, hidden };
}

/** Without the data set's name, which for a file of one's own is the file's. */
function hashOf(rows: readonly DatasetProblem[]): string {
  const content = rows.map(({ problem, hidden }) => ({
    problem: { ...recordedForm(problem), dataset: undefined },
    hidden: { ...recordedForm(hidden) },
  }));
  return sha256Of(canonicalJson(content));
}
