/**
 * 200 dialogues at once of two rounds each, with 1 s for every answer, against the ideal; and 1,000 that wait for a person,
 * for a minute. node scripts/run.cjs laboratory/bench/dialogues.ts [--only busy|waiting] [--json]
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { createHome, documentOf } from '../home/espalier-home';
import type { EspalierHome } from '../home/espalier-home';
import { eventually } from '../home/eventually';
import { pidOf } from '../home/home-processes';
import { processesOf } from '../home/machine-processes';
import { requestsOf } from '../home/request-log';
import { cpuOf } from './process-cpu';

/** Whose bank holds no program that is stopped by a time limit. */
const problems = ['Bundled/0', 'Bundled/2', 'Bundled/4', 'Bundled/6', 'Bundled/9'];
const latencyMs = 1_000;
/** Never right, so that every dialogue has all of its rounds. */
const never = [
  ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', 'refine'],
  ...['--competence', '0', '--feedback-tests', 'same', '--json'],
];

const among = (dialogues: number): readonly string[] => [
  ...['--problems', problems.join(','), '--samples', String(dialogues / problems.length)],
  ...['--concurrency', String(dialogues)],
];

/** Of 200 at once: the ideal is that nothing but the model takes time. */
async function measureBusy(dialogues: number) {
  const home = createHome({ environment: { ESPALIER_SIMULATED_LATENCY_MS: String(latencyMs) } });
  try {
    // Services are started, and the programs' verdicts known, before the clock runs.
    await home.run(...never, ...among(20), '--seed', '1');
    const before = requestsOf(home).length;
    const from = performance.now();
    const end = await home.run(...never, ...among(dialogues));
    const wallMs = performance.now() - from;
    const { calls, completed } = documentOf(end);
    const sent = requestsOf(home).slice(before);
    const asked = sent.map(({ received }) => Date.parse(received));
    const answered = sent.map((entry) => Date.parse(entry.answered ?? entry.received));
    const idealMs = (sent.length * latencyMs) / dialogues;
    const modelMs = Math.max(...answered) - Math.min(...asked);
    return {
      ...{ dialogues, completed, calls, idealMs, modelMs, wallMs },
      ratioOfModelPhase: idealMs / modelMs,
      ratioOfCommand: idealMs / wallMs,
    };
  } finally {
    await home.dispose();
  }
}

/** While so many wait for a person: nothing should happen at all. */
async function measureWaiting(dialogues: number) {
  const home = createHome();
  try {
    const hours = ['--feedback', 'person', '--expire-hours', '1000'];
    const from = performance.now();
    const watching = home.start(...never, ...among(dialogues), ...hours);
    await eventually(
      'all of them to wait',
      () => (watching.notes().includes(`${String(dialogues)} waiting`) ? true : null),
      { withinMs: 900_000, everyMs: 500 },
    );
    const untilAllWaitMs = performance.now() - from;
    process.kill(watching.pid, 'SIGINT');
    await watching.end;
    await sleep(10_000);
    const services = ['worker', 'engine', 'model-server'] as const;
    const before = await Promise.all(services.map((name) => useOf(home, name)));
    await sleep(60_000);
    const after = await Promise.all(services.map((name) => useOf(home, name)));
    const use = services.map((name, index) => ({
      name,
      cpuSecondsPerMinute: ((after[index]?.cpuMs ?? 0) - (before[index]?.cpuMs ?? 0)) / 1_000,
      memoryMb: after[index]?.memoryMb,
    }));
    return { dialogues, untilAllWaitMs, processes: processesOf(home.folder.root), use };
  } finally {
    await home.dispose();
  }
}

async function useOf(home: EspalierHome, name: 'worker' | 'engine' | 'model-server') {
  const pid = (await pidOf(home, name)) ?? 0;
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return { cpuMs: cpuOf(pid), memoryMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024 };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, json: { type: 'boolean' } },
  });
  const load = loadavg()[0];
  const busy = values.only === 'waiting' ? null : await measureBusy(200);
  const waiting = values.only === 'busy' ? null : await measureWaiting(1_000);
  if (values.json === true) {
    console.log(JSON.stringify({ load, busy, waiting }));
    return;
  }
  if (busy !== null) {
    console.log(
      `${String(busy.dialogues)} dialogues at once, ${String(busy.calls)} calls of ${String(latencyMs)} ms: ideal ` +
        `${seconds(busy.idealMs)}; from the first question to the last answer ${seconds(busy.modelMs)} (ratio ` +
        `${busy.ratioOfModelPhase.toFixed(2)}); the whole command, with grading, ${seconds(busy.wallMs)} (ratio ` +
        `${busy.ratioOfCommand.toFixed(2)})`,
    );
  }
  if (waiting !== null) {
    console.log(
      `${String(waiting.dialogues)} dialogues that wait, after ${seconds(waiting.untilAllWaitMs)}: ` +
        `${String(waiting.processes.length)} processes`,
    );
    for (const { name, cpuSecondsPerMinute, memoryMb } of waiting.use) {
      console.log(
        `  ${name}: ${cpuSecondsPerMinute.toFixed(2)} s of CPU a minute, ${memoryMb?.toFixed(0) ?? '-'} MB`,
      );
    }
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
