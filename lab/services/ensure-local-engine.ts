import type { EngineTarget } from '../../client';
import type { BinaryProgress, EngineOptions } from '../../engine';
import { cacheFolder } from '../../config/state-folder';
import type { LabContext } from '../lab-context';
import { durationText } from '../../report/duration';

export interface FoundEngine {
  readonly target: EngineTarget;
  readonly uiUrl: string | null;
  readonly started: boolean;
}

/** An engine that answers: TEMPORAL_ADDRESS, or the server of this state folder, which is started if necessary. */
export async function ensureLocalEngine(context: LabContext): Promise<FoundEngine> {
  const { ensureEngine } = await import('../../engine/index.js');
  const engine = await ensureEngine(engineOptions(context));
  return {
    target: {
      address: engine.address,
      namespace: engine.namespace,
      local: context.settings.TEMPORAL_ADDRESS === undefined,
    },
    uiUrl: engine.uiUrl,
    started: engine.started,
  };
}

/** Checks only an engine at TEMPORAL_ADDRESS; without it the local engine starts first. @throws EngineUnreachableError */
export async function requireRemoteEngine(context: LabContext): Promise<void> {
  if (context.settings.TEMPORAL_ADDRESS !== undefined) await ensureLocalEngine(context);
}

export function engineOptions({ settings, folder, note }: LabContext): EngineOptions {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  return {
    state: folder,
    address: settings.TEMPORAL_ADDRESS,
    namespace: settings.TEMPORAL_NAMESPACE,
    cliPath: settings.TEMPORAL_CLI_PATH,
    searchPath: settings.PATH,
    cacheFolder: cacheFolder(settings),
    onProgress: (progress) => {
      if (progress.elapsedMs - saidAtMs < 10_000) return;
      saidAtMs = progress.elapsedMs;
      note(progressText(progress));
    },
  };
}

function progressText(progress: BinaryProgress): string {
  const elapsed = durationText(progress.elapsedMs);
  switch (progress.kind) {
    case 'downloading':
      return `fetching the Temporal server: ${String(progress.receivedBytes)} bytes, ${elapsed}`;
    case 'building':
      return `building the Temporal server with go install, once (about 4 min on 2 cores): ${elapsed} ${progress.lastLine}`;
    case 'waiting':
      return `process ${String(progress.holderPid)} is building the Temporal server; waiting: ${elapsed}`;
  }
}
