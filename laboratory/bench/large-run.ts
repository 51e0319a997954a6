/**
 * What a large run costs. `looks`: a synthetic store of 100,000 attempts, each with four nodes and twelve calls, and what looking at it
 * takes. `worker`: 10,000 synthetic problems without latency on a local server of its own, and per 1,000 of them the time of a
 * problem, the memory of the worker (this process) and how long `espalier run show` takes meanwhile, as built. A temporary folder each, removed
 * afterwards.
 * npm run bench:large -- [--only looks|worker] [--attempts N] [--problems N]
 */
import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { DefaultLogger, Runtime } from '@temporalio/worker';
import SqliteDatabase from 'better-sqlite3';

import { UsageError } from '../../core/errors/errors';
import { attemptCount, openItems } from '../../core/work/planned-attempts';
import type { Store } from '../../core/ports/records';
import { exportRun } from '../../report/export/export-run';
import { loadRun, loadWholeRun } from '../../report/load-run';
import { runTableLines } from '../../report/run-table';
import { textTable } from '../../report/text-table';
import { openStore } from '../../store';
import { inBenchLab } from './bench-lab';
import type { BenchLab } from './bench-lab';
import { fail } from './fail';
import { seedLargeRun } from './large-store';
import { measureRun } from './product-run';
import { inProcessModel } from './synthetic-search';

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
  /** Largest, MB. */
  readonly rss: number;
}

const run = 'large';

/** Looks that are taken at a store, by name; each in a process of its own. */
const looks: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  'the totals, as a watcher sees them': async ({ runs }) => {
    // A watcher looks again and again.
    for (let look = 0; look < 100; look += 1) {
      await Promise.all([
        runs.counts(run),
        runs.callTotals(run),
        runs.waitingAttempts(run),
        runs.run(run),
      ]);
    }
  },
  'a page of the plan in the middle': async ({ runs }) => {
    const record = await runs.run(run);
    if (record === null) throw new Error(`there is no run ${run}`);
    const from = Math.floor(attemptCount(record.config) / 2);
    for (let page = 0; page < 100; page += 1) {
      const range = { from, to: from + 200 };
      await runs.attemptStatuses(run, range);
      openItems(record.config, { ...range, done: new Set(), most: 200 });
    }
  },
  'what `run resume` wakes': ({ runs }) => runs.runningAttempts(run),
  'run show': async (store) => runTableLines(await loadRun(store, run)),
  'the attempts of a run that is compared': (store) => loadWholeRun(store, run),
  'run export --partial': async (store) => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-export-'));
    try {
      await exportRun({ store, runId: run, directory: folder, force: true, partial: true });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** What is read again without a layer of sums, in this order: whether each of them earns its place (decision 0055). */
const withoutLayers = [
  { table: 'block_sums', looks: ['run show'] },
  { table: 'attempt_digests', looks: ['run show', 'the attempts of a run that is compared'] },
];

/** Of each of these, what one costs. */
const repeated: Readonly<Record<string, number>> = {
  'the totals, as a watcher sees them': 100,
  'a page of the plan in the middle': 100,
};

async function measureLook(path: string, id: string): Promise<Cost> {
  const look = looks[id];
  if (look === undefined) throw new Error(`there is no look ${id}`);
  const store = await openStore({ path, readOnly: true });
  const startedMs = performance.now();
  const cpu = process.cpuUsage();
  await look(store);
  const { user, system } = process.cpuUsage(cpu);
  const times = repeated[id] ?? 1;
  const ms = (performance.now() - startedMs) / times;
  await store.close();
  return { ms, cpuMs: (user + system) / 1000 / times, rss: process.resourceUsage().maxRSS / 1000 };
}

/** In a process of its own, whose memory is the look's. */
async function lookApart(path: string, id: string): Promise<Cost> {
  const child = fork(join(__dirname, '..', '..', 'scripts', 'run.cjs'), [
    __filename,
    '--look',
    id,
    path,
  ]);
  const [cost] = (await Promise.race([once(child, 'message'), failed(child)])) as [Cost];
  return cost;
}

async function failed(child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error('a look has failed');
}

function numberText(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0);
}

async function reportLooks(attempts: number): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'espalier-large-'));
  try {
    const path = join(root, 'store.sqlite');
    const store = await openStore({ path });
    await seedLargeRun(store, { path, id: run, attempts });
    await store.close();
    const rows: string[][] = [[`${String(attempts)} attempts`, 'ms', 'CPU ms', 'largest RSS MB']];
    const measure = async (id: string, name = id): Promise<void> => {
      const { ms, cpuMs, rss } = await lookApart(path, id);
      rows.push([name, ...[ms, cpuMs, rss].map(numberText)]);
    };
    for (const id of Object.keys(looks)) await measure(id);
    for (const [index, { table, looks: ids }] of withoutLayers.entries()) {
      const database = new SqliteDatabase(path);
      database.exec(`delete from ${table}`);
      database.close();
      const gone = withoutLayers.slice(0, index + 1).map((layer) => layer.table);
      for (const id of ids) await measure(id, `${id}, without ${gone.join(' and ')}`);
    }
    for (const line of textTable(rows)) console.log(line);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const note = (line: string): void => {
  console.error(line);
};

async function reportWorker(problems: number): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('WARN') });
  await inBenchLab({ keep: false, note }, async (lab) => {
    const watching = new AbortController();
    const watched = watchWorker(lab, problems, watching.signal);
    await measureRun(lab, {
      ...{ name: run, problems, budget: 1, concurrency: 50 },
      ...{ model: inProcessModel(), queues: 'single' },
    });
    watching.abort();
    await watched;
  });
}

/** What somebody waits who types it, ms. */
async function showRun(root: string): Promise<number> {
  const command = join(__dirname, '..', '..', 'scripts', 'espalier.cjs');
  const sinceMs = performance.now();
  const child = spawn(process.execPath, [command, 'run', 'show', run], {
    env: { ...process.env, ESPALIER_HOME: root },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [table] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (!table.includes('completed')) throw new Error('run show has no table');
  return performance.now() - sinceMs;
}

/** A line per 1,000 problems that have ended, or per tenth of fewer. */
async function watchWorker(
  { folder }: BenchLab,
  problems: number,
  ended: AbortSignal,
): Promise<void> {
  const path = folder.store;
  const step = Math.min(1_000, Math.ceil(problems / 10));
  let store: Store | null = null;
  let [next, sinceMs] = [step, performance.now()];
  console.log('ended   ms a problem   RSS MB   heap MB   espalier run show, ms');
  while (!ended.aborted || next <= problems) {
    await sleep(200);
    store ??= await openStore({ path, readOnly: true }).catch(() => null);
    const totals = await store?.runs.counts(run).catch(() => null);
    if (totals == null || totals.completed < next) continue;
    const nowMs = performance.now();
    const { rss, heapUsed } = process.memoryUsage();
    const shownMs = await showRun(folder.root);
    console.log(
      [
        String(totals.completed).padStart(6),
        ((nowMs - sinceMs) / (totals.completed - next + step)).toFixed(1).padStart(12),
        (rss / 1e6).toFixed(0).padStart(9),
        (heapUsed / 1e6).toFixed(0).padStart(9),
        numberText(shownMs).padStart(12),
      ].join(''),
    );
    next = totals.completed - (totals.completed % step) + step;
    sinceMs = performance.now();
  }
  await store?.close();
}

/** @throws UsageError naming the flag and what it may be */
function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        attempts: { type: 'string', default: '100000' },
        problems: { type: 'string', default: '10000' },
        look: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? error.message : String(error),
      'Run `npm run bench:large -- [--only looks|worker] [--attempts N] [--problems N]`',
    );
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parsed();
  if (values.look !== undefined) {
    process.send?.(await measureLook(positionals[0] ?? '', values.look));
    return;
  }
  if (values.only !== 'worker') await reportLooks(Number(values.attempts));
  if (values.only !== 'looks') await reportWorker(Number(values.problems));
}

main().then(() => process.exit(0), fail);
