import { access, constants, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { UsageError } from '../../core/errors/errors';
import type { GradedSample } from '../../core/evaluation/graded-sample';
import type { ResultForm } from '../../core/evaluation/result-forms';
import type { RunRecord, Store } from '../../core/ports/records';
import type { HiddenCheck } from '../../core/tasks/problem';
import type { RunConfig } from '../../core/schemas/run';
import type { FunctionHidden } from '../../core/tasks/function';
import { isOfKind } from '../../core/kinds/of-kind';
import type { OfKind } from '../../core/kinds/of-kind';
import { makeFolder } from '../export/make-folder';
import { writeDirectory } from '../export/write-directory';
import { findRun } from '../load-run';
import { evalAllText } from './eval-all-text';
import { evalResultsText } from './eval-results-text';
import { humanEvalRows } from './human-eval-rows';
import { loadGradedSamples } from './load-graded-samples';

type EvaluationConfig = OfKind<RunConfig, 'evaluation'>;

export interface ResultsToWrite {
  /** Of an evaluation. */
  readonly run: string;
  readonly directory: string;
  /** The samples are a folder of programs: files are named otherwise. */
  readonly isFolder: boolean;
  /** null: of the tool whose verdicts they are, or whose data set it is. */
  readonly forms: readonly ResultForm[] | null;
  /** Replace other files of these names. */
  readonly force: boolean;
}

/** What the samples were read from. */
export interface SampleSource {
  /** Its base name. */
  readonly name: string;
  readonly isFolder: boolean;
}

/** What the file of a form is called, so that its tool finds it. */
const names: { readonly [Form in ResultForm]: (source: SampleSource) => string } = {
  evalplus: evalPlusName,
  'human-eval': ({ name }) => `${name}_results.jsonl`,
  lcb: ({ name }) => `${stemOf(name)}_eval_all.json`,
};

/** The file that would be written in a form. */
export function resultFile(form: ResultForm, source: SampleSource): string {
  return names[form](source);
}

/**
 * EvalPlus 0.3.1 looks for one name in a folder of samples, and beside a file for the file's own with every `.jsonl` in it replaced: it takes
 * no other ending. What ends otherwise is called as if it ended so.
 */
function evalPlusName({ name, isFolder }: SampleSource): string {
  if (isFolder) return 'eval_results.json';
  return `${stemOf(name)}.jsonl`.replaceAll('.jsonl', '_eval_results.json');
}

function stemOf(name: string): string {
  return name.replace(/(\.jsonl|\.json)?(\.gz)?$/u, '');
}

/**
 * Writes what became of a run's samples into files that other tools read, whole or not at all. The same results are the same
 * bytes: written again, they stay as they are. Without any verdict there is nothing to write.
 * @returns the paths
 * @throws UsageError (`RUN_UNKNOWN`), (`RESULTS_EXIST`) for other files of the same names; what a folder that cannot be written to is
 */
export async function writeResults(
  store: Store,
  { run, directory, isFolder, forms, force }: ResultsToWrite,
): Promise<readonly string[]> {
  const record = await findRun(store, run);
  const { config } = record;
  if (!isOfKind(config, 'evaluation')) {
    throw new UsageError(`run ${run} is no evaluation`, 'Name a run that `espalier evaluate` made');
  }
  const samples = await loadGradedSamples(store, { id: run, config });
  if (samples.every(({ grade }) => grade.kind === 'unscored')) return [];
  const hidden = await hiddenChecks(store, config);
  const files: (readonly [name: string, content: Uint8Array])[] = [];
  for (const form of forms ??
    usualForms(
      config,
      [...hidden.values()].map((one) => ({ hidden: one })),
    )) {
    const pieces = contentOf(form, { record, config, samples, hidden });
    files.push([resultFile(form, { name: config.evaluation.source, isFolder }), bytesOf(pieces)]);
  }
  const changed: typeof files = [];
  for (const [name, content] of files) {
    const found = await readFile(join(directory, name)).catch(() => null);
    if (found?.equals(content) === true) continue;
    if (found !== null && found.length > 0 && !force) throw resultsExist(join(directory, name));
    changed.push([name, content]);
  }
  if (changed.length > 0) {
    await makeResultFolder(directory);
    await writeDirectory(directory, changed);
  }
  return files.map(([name]) => join(directory, name));
}

/** @throws UsageError (`RESULTS_NOT_WRITABLE`) for what cannot be made a folder, or be written to */
export async function makeResultFolder(directory: string): Promise<void> {
  try {
    await makeFolder(directory);
    await access(directory, constants.W_OK);
  } catch (cause) {
    throw new UsageError(
      `results cannot be written to ${directory}: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Name a folder that this user may write to with --output, or --results none',
      { code: 'RESULTS_NOT_WRITABLE', cause },
    );
  }
}

/** Whether a file with results exists. An empty file holds none. */
export async function holdsResults(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null);
  return facts !== null && facts.size > 0;
}

/** Somebody else's results are not written over. */
export function resultsExist(path: string): UsageError {
  return new UsageError(
    `${path} is there already, and holds other results`,
    'Name another folder with --output, or add --force to replace it',
    { code: 'RESULTS_EXIST' },
  );
}

type HiddenChecks = ReadonlyMap<string, HiddenCheck>;

async function hiddenChecks(store: Store, config: EvaluationConfig): Promise<HiddenChecks> {
  const checks = new Map<string, HiddenCheck>();
  for (const problem of config.problems)
    checks.set(problem, await store.problems.hidden(config.dataset.sha256, problem));
  return checks;
}

function suitesOf([id, hidden]: readonly [string, HiddenCheck]): [string, FunctionHidden][] {
  return hidden.kind === 'function' ? [[id, hidden]] : [];
}

/** Of the tool whose verdicts they are, or whose data set it is. */
export function usualForms(
  { grading }: EvaluationConfig,
  rows: readonly { readonly hidden: object }[],
): readonly ResultForm[] {
  if (grading?.profile === 'lcb') return ['lcb'];
  return [rows.some(({ hidden }) => 'plus' in hidden) ? 'evalplus' : 'human-eval'];
}

interface Results {
  readonly record: RunRecord;
  readonly config: EvaluationConfig;
  readonly samples: readonly GradedSample[];
  readonly hidden: HiddenChecks;
}

function contentOf(
  form: ResultForm,
  { record, config, samples, hidden }: Results,
): Iterable<string> {
  switch (form) {
    case 'evalplus':
      return evalResultsText(samples, {
        date: minuteOf(record.endedAtMs ?? record.createdAtMs),
        hash: config.evaluation.datasetMd5,
        hidden: new Map([...hidden].flatMap(suitesOf)),
        missing: config.evaluation.missing,
      });
    case 'human-eval':
      return humanEvalRows(samples);
    case 'lcb':
      return evalAllText(samples, hidden);
  }
}

/** `2026-11-24 02:55`, UTC. */
function minuteOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

function bytesOf(pieces: Iterable<string>): Buffer {
  const parts: Buffer[] = [];
  for (const piece of pieces) parts.push(Buffer.from(piece, 'utf8'));
  return Buffer.concat(parts);
}
