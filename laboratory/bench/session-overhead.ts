/**
 * A block's time over that of a bare Python process, and the time to make a session of 50 blocks again. Both take turns.
 * node scripts/run.cjs laboratory/bench/session-overhead.ts [--backend bubblewrap|docker] [--blocks N] [--json]
 */
import { parseArgs } from 'node:util';

import { usualSessionLimits } from '../../core/adapters/session';
import { sandboxBackends } from '../../core/names/sandbox-backends';
import { openSessions, type Sessions } from '../../sandbox';
import { startBarePython } from './bare-python';

const blocksOfSession = 50;
const roundsOfRebuilding = 5;

async function timed(call: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await call();
  return performance.now() - from;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function blockOf(number: number): string {
  return `x${number % 50} = ${number}\nprint("block", x${number % 50})`;
}

const open = (sessions: Sessions) => sessions.open({ limits: usualSessionLimits, seed: 0 });

async function measureBlocks(sessions: Sessions, blocks: number) {
  const session = await open(sessions);
  const bare = startBarePython();
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let number = 0; number < blocks; number += 1) {
    const code = blockOf(number);
    ours.push(await timed(() => session.run(code)));
    theirs.push(await timed(() => bare.run(code)));
  }
  await Promise.all([session.close(), bare.close()]);
  // The first ones pay for what is loaded once.
  const warm = blocks > 100 ? 50 : 0;
  const at = (share: number) => {
    const [session_, bare_] = [ours, theirs].map((all) => percentile(all.slice(warm), share));
    return { session: session_ ?? Number.NaN, bare: bare_ ?? Number.NaN };
  };
  return { p50: at(0.5), p99: at(0.99) };
}

async function measureRebuilding(sessions: Sessions) {
  const blocks = Array.from({ length: blocksOfSession }, (_, number) => blockOf(number));
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < roundsOfRebuilding; round += 1) {
    const session = await timed(async () => {
      const { run, close } = await open(sessions);
      for (const block of blocks) await run(block);
      void close();
    });
    ours.push(session);
    theirs.push(
      await timed(async () => {
        const bare = startBarePython();
        for (const block of blocks) await bare.run(block);
        void bare.close();
      }),
    );
  }
  return { session: percentile(ours, 0.5), bare: percentile(theirs, 0.5) };
}

function line(what: string, { session, bare }: { session: number; bare: number }): string {
  const ratio = (session / bare).toFixed(1);
  return `${what.padEnd(28)} ${session.toFixed(2)} ms, bare ${bare.toFixed(2)} ms: ${ratio} times`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      backend: { type: 'string', default: 'bubblewrap' },
      blocks: { type: 'string', default: '2000' },
      json: { type: 'boolean', default: false },
    },
  });
  const backend = sandboxBackends.find((name) => name === values.backend) ?? 'auto';
  const sessions = await openSessions({ backend, stateLabel: `session-bench-${process.pid}` });
  try {
    const { p50, p99 } = await measureBlocks(sessions, Number(values.blocks));
    const rebuilt = await measureRebuilding(sessions);
    if (values.json) console.log(JSON.stringify({ backend: sessions.name, p50, p99, rebuilt }));
    else {
      console.log(line('a block, p50', p50));
      console.log(line('a block, p99', p99));
      console.log(line(`a session of ${blocksOfSession} blocks`, rebuilt));
    }
  } finally {
    await sessions.close();
  }
}

void main();
