/**
 * Records histories for test/histories, each a shape of a run, over a server of its own and scripted replies:
 * node scripts/run.cjs scripts/record-history.ts [shape...]. TEMPORAL_CLI_PATH names the binary.
 * A history that is there already is kept: what it shows is that workflows of its day can still be replayed. After
 * a change of a workflow, add a shape under a new name.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { playedHistories } from '../test/workflows/support/history-shapes';
import { startTestEngine } from '../test/workflows/support/test-engine';

const folder = resolve(__dirname, '..', 'test', 'histories');

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const engine = await startTestEngine();
  try {
    mkdirSync(folder, { recursive: true });
    for await (const { name, history } of playedHistories(engine, wanted)) {
      const file = join(folder, `${name}.json`);
      if (existsSync(file)) {
        console.error(`kept ${name}: it is there already`);
        continue;
      }
      writeFileSync(file, `${JSON.stringify(history)}\n`);
      console.error(`recorded ${name}: ${String(history.events.length)} events`);
    }
  } finally {
    await engine.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
