/**
 * Prints the path of a Temporal binary, fetching or building one when there is none (minutes, once per user).
 * Run by scripts/test.mjs: node scripts/run.cjs scripts/find-engine.ts. Progress goes to stderr.
 * Writes the per-user cache of binaries; exit 3, with every way and why it failed, when there is no binary.
 */
import { readSettings } from '../config/settings';
import { cacheFolder } from '../config/state-folder';
import { EspalierError, exitCodes } from '../core/errors/errors';
import { obtainTemporalBinary } from '../engine';
import type { BinaryProgress } from '../engine';

const sayEveryMs = 15_000;

async function main(): Promise<void> {
  const settings = readSettings();
  let saidAtMs = Number.NEGATIVE_INFINITY;
  const binary = await obtainTemporalBinary({
    cliPath: settings.TEMPORAL_CLI_PATH,
    searchPath: settings.PATH,
    cacheFolder: cacheFolder(settings),
    onProgress: (progress: BinaryProgress) => {
      if (progress.elapsedMs - saidAtMs < sayEveryMs) return;
      saidAtMs = progress.elapsedMs;
      console.error(
        `Temporal server: ${progress.kind}, ${String(Math.round(progress.elapsedMs / 1000))} s`,
      );
    },
  });
  console.error(`Temporal server ${binary.serverVersion} (${binary.source}): ${binary.path}`);
  console.log(binary.path);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof EspalierError) console.error(error.remedy);
  process.exitCode = exitCodes.notReady;
});
