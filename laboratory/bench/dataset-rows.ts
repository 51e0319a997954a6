/**
 * What a row of a large data set costs: builds a data set of synthetic rows with all gates, and prints per part of the rows the CPU time of
 * each service for a row and the memory of the worker, then the same of the export. It uses a temporary state folder and removes it.
 * npm run bench:dataset -- [--rows N] [--every N] [--recipe FILE] [--seed N]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { UsageError } from '../../core/errors/errors';
import { createHome, documentOf } from '../home/espalier-home';
import type { EspalierHome } from '../home/espalier-home';
import { textTable } from '../../report/text-table';
import { exportWatched } from './dataset/export-memory';
import type { ExportReached } from './dataset/export-memory';
import { writeSyntheticRows } from './dataset/synthetic-rows';
import { watchedServices, watchRows } from './dataset/watch-rows';
import type { RowsReached } from './dataset/watch-rows';
import { fail } from './fail';
import { treeCpu } from './tree-cpu';

interface Flags {
  readonly rows: number;
  readonly every: number;
  readonly seed: number;
  readonly recipe: string | undefined;
}

const remedy =
  'Run `npm run bench:dataset -- [--rows N] [--every N] [--seed N] [--recipe FILE]` with whole numbers';

/** @throws UsageError naming the flag and what it may be */
function parsed(): { readonly flags: Flags; readonly exportOf: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rows: { type: 'string', default: '50000' },
        every: { type: 'string', default: '5000' },
        seed: { type: 'string', default: '0' },
        recipe: { type: 'string' },
        export: { type: 'boolean', default: false },
      },
    });
    const [rows, every, seed] = [values.rows, values.every, values.seed].map(Number);
    if (![rows, every].every((one) => Number.isInteger(one) && Number(one) > 0)) {
      throw new UsageError('--rows and --every must be whole numbers from 1', remedy);
    }
    if (!Number.isInteger(seed)) throw new UsageError('--seed must be a whole number', remedy);
    const flags = { rows: rows ?? 0, every: every ?? 0, seed: seed ?? 0, recipe: values.recipe };
    return { flags, exportOf: values.export ? positionals : [] };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error), remedy);
  }
}

async function measure(flags: Flags): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'espalier-dataset-rows-'));
  const home = createHome({ environment: { ESPALIER_SANDBOX: 'bubblewrap' } });
  try {
    const recipe = flags.recipe ?? (await writeSyntheticRows(scratch, flags));
    const run = await buildWatched(home, recipe, flags.every);
    const reached = await exportApart(home.folder.store, run, flags.every);
    print(['records read', 'CPU ms a record', 'RSS MB', 'heap MB'], exportLines(reached));
  } finally {
    await home.dispose();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function buildWatched(home: EspalierHome, recipe: string, every: number): Promise<string> {
  const command = home.start('dataset', 'build', recipe, '--model', 'simulated', '--json');
  let isOver = false;
  let planning = 0;
  const ended = command.end.finally(() => (isOver = true));
  const reached: RowsReached[] = [];
  await watchRows(home, { every, ended: () => isOver }, (one) => {
    if (reached.length === 0) planning = treeCpu(command.pid);
    reached.push(one);
    const used = watchedServices.map((name) => `${name} ${one.cpu[name].toFixed(1)} s`).join(', ');
    console.error(`${String(one.rows)} rows: ${used}; worker ${one.workerMb.toFixed(0)} MB`);
  });
  const end = await ended;
  if (end.code !== 0) throw new Error(`the run has ended with ${String(end.code)}: ${end.stderr}`);
  console.log(`planning: ${planning.toFixed(1)} s of CPU`);
  const names = watchedServices.map((name) => `${name}, CPU ms a row`);
  print(['rows', ...names, 'all', 'worker, MB'], buildLines(reached));
  return String(documentOf(end)['run']);
}

function buildLines(reached: readonly RowsReached[]): readonly (readonly string[])[] {
  return reached.slice(1).flatMap((one, index) => {
    const before = reached[index];
    const rows = one.rows - (before?.rows ?? 0);
    if (rows === 0) return [];
    const costs = watchedServices.map(
      (name) => (1000 * (one.cpu[name] - (before?.cpu[name] ?? 0))) / rows,
    );
    const all = costs.reduce((sum, cost) => sum + cost, 0);
    const figures = [...costs, all].map((cost) => cost.toFixed(1));
    return [[String(one.rows), ...figures, one.workerMb.toFixed(0)]];
  });
}

function exportLines(reached: readonly ExportReached[]): readonly (readonly string[])[] {
  return reached.map(({ rows, rssMb, heapMb, cpuSeconds }, index) => {
    const before = reached[index - 1] ?? { rows: 0, cpuSeconds: 0 };
    const read = rows - before.rows;
    // After the last record come the card and the move of the files.
    const cost = read === 0 ? '' : ((1000 * (cpuSeconds - before.cpuSeconds)) / read).toFixed(2);
    return [read === 0 ? 'end' : String(rows), cost, rssMb.toFixed(0), heapMb.toFixed(0)];
  });
}

/** In a process of its own, whose memory is the export's. */
async function exportApart(
  path: string,
  run: string,
  every: number,
): Promise<readonly ExportReached[]> {
  const script = join(__dirname, '..', '..', 'scripts', 'run.cjs');
  const child = fork(script, [__filename, '--export', '--every', String(every), path, run]);
  const failed = once(child, 'exit').then(() => {
    throw new Error('the export has failed');
  });
  const [reached] = (await Promise.race([once(child, 'message'), failed])) as [ExportReached[]];
  return reached;
}

function print(head: readonly string[], lines: readonly (readonly string[])[]): void {
  for (const line of textTable([head, ...lines])) console.log(line);
}

async function main(): Promise<void> {
  const { flags, exportOf } = parsed();
  const [path, run] = exportOf;
  if (path !== undefined && run !== undefined) {
    process.send?.(await exportWatched(path, run, flags.every));
    return;
  }
  await measure(flags);
}

main().then(() => process.exit(0), fail);
