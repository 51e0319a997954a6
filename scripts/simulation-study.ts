// Makes docs/results/simulation.md again: methods over recorded banks, from data given by path.
// When to run: when a method, the rules of our own model server or the banks have changed. Banks that were not graded before
// are graded in the sandbox first, which takes minutes.
//   node scripts/run.cjs scripts/simulation-study.ts DATASET BANK[,BANK] [DATASET BANK[,BANK]]... > docs/results/simulation.md
// Writes: the page to stdout; grades into the state folder (ESPALIER_HOME).
import { basename } from 'node:path';

import { readSettings } from '../config/settings';
import { stateFolder } from '../config/state-folder';
import type { GridPointSummary } from '../core/simulation/summarise';
import { simulate } from '../lab/simulation/simulate';
import type { Simulation } from '../lab/simulation/simulate';
import { checkSimulationRequest } from '../lab/simulation/simulation-request';
import { rateText } from '../report/number-text';
import {
  aheadText,
  differenceText,
  spreadText,
  starMeaning,
} from '../report/simulation/simulation-lines';

const budgets = [5, 10, 20];
const criticAccuracies = [0.5, 0.6, 0.7, 0.8, 0.9, 1];
const baselines = ['resample', 'reflexion', 'direct'];
const trees = [
  'code-tree',
  'code-tree-no-verification',
  'code-tree-no-abort',
  'code-tree-no-scoring',
];

const methods = [...trees, 'reflexion', 'resample', 'direct'];

interface Source {
  readonly dataset: string;
  readonly banks: readonly string[];
}

function sourcesOf(words: readonly string[]): readonly Source[] {
  const sources: Source[] = [];
  for (let place = 0; place + 1 < words.length; place += 2) {
    const [dataset = '', banks = ''] = words.slice(place, place + 2);
    sources.push({ dataset, banks: banks.split(',') });
  }
  if (sources.length === 0 || words.length % 2 === 1) {
    throw new Error('give pairs: DATASET BANK[,BANK] [DATASET BANK[,BANK]]...');
  }
  return sources;
}

function simulated({ dataset, banks }: Source): Promise<Simulation> {
  const settings = readSettings();
  const note = (text: string): void => {
    process.stderr.write(`${text}\n`);
  };
  const request = checkSimulationRequest({
    ...{ dataset, model: `recorded:${banks.join(',')}`, skipMissing: true },
    ...{ methods, budgets, criticAccuracies },
  });
  let told = 0;
  return simulate({ settings, folder: stateFolder(settings), note }, request, {
    signal: new AbortController().signal,
    onProgress: (phase, { done, total }) => {
      if (done < total && Date.now() - told < 10_000) return;
      told = Date.now();
      note(`${basename(dataset)}: ${phase} ${String(done)} of ${String(total)}`);
    },
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function rate({ passAt1 }: GridPointSummary): string {
  return `${rateText(passAt1.mean)} ${spreadText(passAt1)}`;
}

function passTable({ cells }: Simulation): readonly string[] {
  const rows = methods.flatMap((method) => {
    const own = cells.filter((point) => point.method === method);
    const accuracies = [...new Set(own.map(({ criticAccuracy }) => criticAccuracy))];
    return accuracies.map((accuracy) => {
      const byBudget = budgets.map((budget) =>
        own.find((point) => point.budget === budget && point.criticAccuracy === accuracy),
      );
      const last = byBudget.at(-1);
      return [
        ...[method, accuracy === null ? '-' : String(accuracy)],
        ...byBudget.map((point) => (point === undefined ? '-' : rate(point))),
        ...(last === undefined
          ? ['-', '-']
          : [last.programs.toFixed(2), last.questions.toFixed(2)]),
      ];
    });
  });
  const head = budgets.map((budget) => `pass@1, budget ${String(budget)}`);
  return table(['method', 'critic', ...head, 'programs', 'questions'], rows);
}

function pairTable({ pairs }: Simulation): readonly string[] {
  const wanted = pairs.filter(
    ({ first, second }) =>
      trees.includes(first) && (baselines.includes(second) || first === 'code-tree'),
  );
  const rows = wanted.map((pair) => [
    `${pair.first} less ${pair.second}`,
    String(pair.budget),
    differenceText(pair, 0),
    differenceText(pair, -1),
    aheadText(pair),
  ]);
  return table(['pass@1 of', 'budget', 'at 0.5', 'at 1', 'ahead from accuracy'], rows);
}

function section(simulation: Simulation): readonly string[] {
  const { dataset, model, problems, leftOut, seeds } = simulation;
  const { bank } = model;
  const { distinctPrograms: distinct } = bank;
  return [
    `## ${dataset.name}`,
    '',
    `${String(problems)} problems (rows' sha256 \`${dataset.sha256}\`), bank ${bank.files.join(' and ')} (sha256 \`${bank.sha256}\`):`,
    `programs of ${bank.sourceModels.join(', ')}; ${String(distinct.min)} to ${String(distinct.max)} distinct programs a problem for a Solver, median ${String(distinct.median)}.`,
    bank.selfRepairingMethods.length === 0
      ? 'None of them is of a method that tests and repairs inside.'
      : `Of methods that test and repair inside: ${bank.selfRepairingMethods.join(', ')}.`,
    `Seeds ${String(seeds[0])} to ${String(seeds.at(-1))}, width 10, depth 3. Problems left out: ${leftOut.length === 0 ? 'none' : leftOut.map(({ problem, why }) => `${problem} (${why})`).join(', ')}.`,
    '',
    ...passTable(simulation),
    ...pairTable(simulation),
    `\`*\`: ${starMeaning(simulation)}`,
    '',
  ];
}

async function main(): Promise<void> {
  const sources = sourcesOf(process.argv.slice(2));
  const words = sources.map(
    ({ dataset, banks }) => `${basename(dataset)} ${banks.map((bank) => basename(bank)).join(',')}`,
  );
  const lines = [
    '# Methods over recorded banks',
    '',
    'CodeTree, its ablations and three baselines, run by `espalier simulate` over programs that real models once wrote.',
    'Made by `scripts/simulation-study.ts`; nothing here depends on the machine:',
    '',
    '```sh',
    `node scripts/run.cjs scripts/simulation-study.ts ${words.join(' ')} > docs/results/simulation.md`,
    '```',
    '',
    '**What it does not say.** Recorded answers are programs that real models once wrote, not answers to these prompts: strategies,',
    'reflections and feedback change nothing of what is answered. A Debugger repairs only where the bank has a recorded repair of',
    'that very program; elsewhere it draws as a Solver does. The critic is a coin of known accuracy about the hidden label, its marks',
    'for failing programs know nothing, and `cot` would be `direct`. So methods are compared by when they stop, what they verify and',
    'what they answer with, on real programs; nothing is said of any model, and nothing of what strategies are worth. A method that asks for many',
    "programs meets the end of a problem's distinct ones, and then the same again. Intervals at 95 % are over seeds, which",
    'are other draws of the same programs for the same problems: they do not say what other problems would give.',
    '',
    '`critic`: P(the verification agrees with the label); - where it is never asked. `programs`, `questions`: per problem at the largest budget.',
    'Intervals stand for themselves, each at 95 %; a star and the words yes and no are of tests that are adjusted for all differences of a',
    'section. The place from which a method is ahead is interpolated between accuracies, with the percentiles of 1,000 draws of the seeds;',
    '<0.5 and >1: beyond what was tried. It is told where the test at that end holds: at 1, and for <0.5 at 0.5, too; else it is undecided,',
    'or undecided below the accuracy from which on every test holds. Where no accuracy decides: yes, no, or undecided. Seeds that are all',
    'equal show no spread: it is then not known, and not 0.',
    '',
  ];
  for (const source of sources) lines.push(...section(await simulated(source)));
  process.stdout.write(lines.join('\n'));
}

void main();
