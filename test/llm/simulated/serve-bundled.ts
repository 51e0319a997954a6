// Serves the bundled bank until it is killed: node scripts/run.cjs test/llm/simulated/serve-bundled.ts LOG LATENCY_MS
import { loadBank } from '../../../llm/simulated/bank/load-bank';
import { startModelServer } from '../../../llm/simulated/server';
import { bundledBankFile } from './bank-samples';

async function serve(logFile: string, latencyMs: number): Promise<void> {
  const bank = await loadBank([bundledBankFile]);
  const { url } = await startModelServer({ kind: 'simulated', bank, logFile, latencyMs });
  process.stdout.write(`${url}\n`);
}

void serve(process.argv[2] ?? '', Number(process.argv[3] ?? '0'));
