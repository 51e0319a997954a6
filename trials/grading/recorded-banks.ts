import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { z } from 'zod';

import type { GradingProfileName } from '../../core/grading/profiles/names';
import type { DatasetProblem } from '../../core/schemas/problem';
import { loadDataset } from '../../datasets';
import type { RecordedProgram } from '../../datasets';

/** A program, and what was said of it when it was recorded. */
export interface RecordedVerdict {
  /** `HumanEval/3 line 17`. */
  readonly name: string;
  readonly row: DatasetProblem;
  readonly program: string;
  /** `text`: executed as it stands; else behind what its problem puts before programs. */
  readonly as: 'answer' | 'text';
  /** `passed`, `failed`; of EvalPlus a status for each suite: `pass fail`. */
  readonly recorded: string;
}

export interface RecordedBank {
  readonly name: string;
  /** Of the tool that gave the verdicts, or comes nearest to it. */
  readonly profile: GradingProfileName;
  readonly verdicts: readonly RecordedVerdict[];
}

/** Files below the folder with the published data. */
const banks = [
  {
    file: 'recorded/humaneval.jsonl.gz',
    data: 'humaneval/HumanEval.jsonl.gz',
    profile: 'human-eval',
  },
  {
    file: 'recorded/transitions-humaneval.jsonl.gz',
    data: 'humaneval/HumanEval.jsonl.gz',
    profile: 'human-eval',
  },
  { file: 'recorded/mbpp.jsonl.gz', data: 'mbpp/mbpp.jsonl', profile: 'human-eval' },
  { file: 'recorded/transitions-mbpp.jsonl.gz', data: 'mbpp/mbpp.jsonl', profile: 'human-eval' },
  {
    file: 'recorded/apps-mapcoder-150.jsonl.gz',
    data: 'programs/apps-mapcoder-150.jsonl',
    profile: 'apps',
  },
  {
    file: 'recorded/codecontests.jsonl.gz',
    data: 'programs/codecontests-test-73.jsonl.gz',
    profile: 'codecontests',
  },
] as const satisfies readonly {
  readonly file: string;
  readonly data: string;
  readonly profile: GradingProfileName;
}[];

const evalResults = ['Analogical', 'CoT', 'MapCoder-5-5-Human', 'Reflexion-10'].map(
  (method) => `eval_results/ChatGPT-${method}-Python3-0-1`,
);

export const bankNames: readonly string[] = [...banks.map(({ file }) => file), 'eval_results'];

/** The banks of those names, each program of a problem once. @throws UsageError for a file that cannot be read */
export async function loadBanks(
  folder: string,
  names: readonly string[],
): Promise<readonly RecordedBank[]> {
  const loaded: RecordedBank[] = [];
  for (const { file, data, profile } of banks) {
    if (!names.includes(file)) continue;
    const path = join(folder, data);
    const rows = await (profile === 'codecontests' ? codeContestsRows(path) : rowsById(path));
    const programs = await loadAnswers(join(folder, file));
    const verdicts = programs.flatMap(({ id, line, program, recordedPass }): RecordedVerdict[] => {
      const row = rows.get(id);
      if (row === undefined || recordedPass === null) return [];
      const recorded = recordedPass ? 'passed' : 'failed';
      return [{ name: `${id} line ${String(line)}`, row, program, as: 'answer', recorded }];
    });
    loaded.push({ name: file, profile, verdicts: distinct(verdicts) });
  }
  if (names.includes('eval_results')) loaded.push(await loadEvalResults(folder));
  return loaded;
}

/** Ids there are titles, with blanks. */
const Answer = z.object({
  task_id: z.string(),
  program: z.string(),
  recorded_pass: z.boolean().nullish(),
});

async function loadAnswers(path: string): Promise<readonly RecordedProgram[]> {
  const texts = (await linesIn(path)).map((line) => Answer.parse(JSON.parse(line)));
  return texts.map(({ task_id: id, program, recorded_pass: pass }, index) => ({
    ...{ id, program, line: index + 1, recordedPass: pass ?? null },
  }));
}

const Pair = z.object({ input: z.string(), output: z.union([z.string(), z.array(z.string())]) });
const ContestRow = z.object({ name: z.string(), test_list: z.array(Pair) });

async function codeContestsRows(path: string): Promise<ReadonlyMap<string, DatasetProblem>> {
  const rows = (await linesIn(path)).map((line) => ContestRow.parse(JSON.parse(line)));
  return new Map(
    rows.map(({ name, test_list: pairs }) => {
      const tests = pairs.map(({ input, output }) => ({
        stdin: input,
        stdout: Array.isArray(output) ? output.join('\n') : output,
      }));
      const common = { id: name, dataset: 'codecontests', statement: '', visibleTests: [] };
      return [
        name,
        {
          problem: { kind: 'script', ...common, rule: { kind: 'tokens' } },
          hidden: { kind: 'script', tests },
        },
      ];
    }),
  );
}

async function linesIn(path: string): Promise<readonly string[]> {
  const data = gunzipSync(await readFile(path)).toString('utf8');
  return data.split('\n').filter((line) => line.trim() !== '');
}

async function rowsById(path: string): Promise<ReadonlyMap<string, DatasetProblem>> {
  const { rows } = await loadDataset({ nameOrPath: path, cacheDir: '' });
  return new Map(rows.map((row) => [row.problem.id, row]));
}

const Sample = z.object({
  task_id: z.string(),
  solution: z.string().optional(),
  completion: z.string().optional(),
});
const Suite = z.array(z.tuple([z.string(), z.array(z.unknown())]).rest(z.unknown()));
const Results = z.object({
  eval: z.record(z.string(), z.object({ base: Suite, plus: Suite })),
});
const statusOf: Readonly<Record<string, string>> = {
  success: 'pass',
  failed: 'fail',
  'timed out': 'timeout',
};

async function loadEvalResults(folder: string): Promise<RecordedBank> {
  const rows = await rowsById(join(folder, 'humaneval/HumanEvalPlus.jsonl.gz'));
  const verdicts: RecordedVerdict[] = [];
  for (const name of evalResults) {
    const samples = await readFile(join(folder, `${name}.jsonl`), 'utf8');
    const results = await readFile(join(folder, `${name}_eval_results.json`), 'utf8');
    const said = Results.parse(JSON.parse(results)).eval;
    samples
      .split('\n')
      .filter((line) => line.trim() !== '')
      .forEach((line, index) => {
        const { task_id: id, solution, completion = '' } = Sample.parse(JSON.parse(line));
        const [row, suites] = [rows.get(id), said[id]];
        if (row === undefined || suites === undefined) return;
        const words = [suites.base, suites.plus].map(
          ([first]) => statusOf[first?.[0] ?? ''] ?? '?',
        );
        verdicts.push({
          name: `${name} line ${String(index + 1)} ${id}`,
          row,
          program: solution ?? preambleOf(row) + completion,
          as: 'text',
          recorded: words.join(' '),
        });
      });
  }
  return { name: 'eval_results', profile: 'evalplus', verdicts };
}

function preambleOf({ problem }: DatasetProblem): string {
  return problem.kind === 'function' ? problem.preamble : '';
}

/** The same program may be recorded many times, and with other verdicts: the last one counts. */
function distinct(verdicts: readonly RecordedVerdict[]): readonly RecordedVerdict[] {
  const once = new Map(
    verdicts.map((verdict) => [`${verdict.row.problem.id}\n${verdict.program}`, verdict]),
  );
  return [...once.values()];
}
