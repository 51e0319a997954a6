import type { Command } from 'commander';

import type { NumberRange } from '../../lab/planning/number-range';
import type { Output } from '../terminal/output';
import { action } from '../command-context';
import { parseNumber } from '../parse-number';
import { parseRunNumber, runFlag } from '../run-flags';

interface ServeFlags {
  readonly simulated?: boolean;
  readonly bank?: readonly string[];
  readonly script?: string;
  readonly criticAccuracy?: string;
  readonly competence?: string;
  readonly bankModel?: string;
  readonly latencyMs?: string;
  readonly jitterMs?: string;
  readonly chunkMs?: string;
  readonly faults?: string;
  readonly port?: string;
  readonly logFile?: string;
  readonly logMessages?: boolean;
  readonly expect?: string;
}

const waitMs: NumberRange = { least: 0, most: 3_600_000, whole: true };

export function registerModelServe(parent: Command): void {
  parent
    .command('serve')
    .description('serve the simulated or a recorded model on 127.0.0.1 with the OpenAI protocol')
    .option(
      '--simulated',
      'serve the simulated model, of known competence (default bank: the bundled one)',
    )
    .option('--bank <file...>', 'banks of recorded programs, .jsonl or .jsonl.gz')
    .option('--script <file>', 'replies in chats: {"turns": [{"say", "replies"}]}')
    .addOption(runFlag('criticAccuracy').helpGroup('Options:'))
    .addOption(runFlag('competence'))
    .addOption(runFlag('bankModel'))
    .option('--latency-ms <ms>', 'delay of every answer')
    .option('--jitter-ms <ms>', 'largest extra delay; each request has its own')
    .option('--chunk-ms <ms>', 'delay between the pieces of a streamed answer')
    .option(
      '--faults <json>',
      'share of requests with each fault, e.g. {"rate429":0.1,"retryAfterMs":200,"rate500":0.05,"rateHang":0,"rateDrop":0,' +
        '"refusal":0,"malformed":0.02,"cutOff":0,"emptyChoices":0}',
    )
    .option('--port <n>', 'port to listen on (default: a free one)')
    .option(
      '--log-file <file>',
      'log requests to this file: JSON lines with identity, received, answered',
    )
    .option('--log-messages', 'include the messages in the log')
    .option('--expect <endpoint>', 'stop unless the server is this logical endpoint')
    .option('--json', 'print the address as a JSON document on stdout')
    .action(
      action<ServeFlags>(async ({ output, settings }, { flags }) => {
        await serve(flags, output, settings.ESPALIER_SIMULATED_LOG_MB * 1024 * 1024);
        return undefined;
      }),
    );
}

/** Serves until the process is told to stop. */
async function serve(flags: ServeFlags, output: Output, logBytes: number): Promise<void> {
  const criticAccuracy = parseRunNumber('criticAccuracy', flags.criticAccuracy);
  const competence = parseRunNumber('competence', flags.competence);
  const port = parseNumber('port', flags.port, { least: 0, most: 65_535, whole: true });
  const latencyMs = parseNumber('latencyMs', flags.latencyMs, waitMs);
  const jitterMs = parseNumber('jitterMs', flags.jitterMs, waitMs);
  const chunkMs = parseNumber('chunkMs', flags.chunkMs, waitMs);
  const { serveModel } = await import('../../workers/serve-model.js');
  const simulated = flags.simulated === true;
  await serveModel(
    {
      kind: simulated ? 'simulated' : 'recorded',
      bankFiles: flags.bank ?? (simulated ? [await bundledBank()] : []),
      scriptFile: flags.script,
      criticAccuracy,
      competence,
      bankModel: flags.bankModel,
      latencyMs,
      jitterMs,
      chunkMs,
      faults: flags.faults,
      port,
      logFile: flags.logFile,
      logBytes,
      logMessages: flags.logMessages,
      expect: flags.expect,
    },
    ({ baseUrl, logicalEndpoint }) => {
      output.result({ baseUrl, logicalEndpoint });
      output.print(`Serving ${logicalEndpoint}`);
      output.print(`OPENAI_BASE_URL=${baseUrl}`);
    },
  );
}

async function bundledBank(): Promise<string> {
  const { bundledFile } = await import('../../datasets/index.js');
  return bundledFile('bank.jsonl');
}
