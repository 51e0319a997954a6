import type { Timing } from '../core/durable/timing';
import type { Settings } from './settings';

export function runTiming(settings: Settings): Timing {
  return {
    heartbeatMs: settings.ESPALIER_HEARTBEAT_MS,
    retryForMs: settings.ESPALIER_RETRY_FOR_MS,
    retryInitialMs: settings.ESPALIER_RETRY_INITIAL_MS,
    retryMaxMs: settings.ESPALIER_RETRY_MAX_MS,
    modelTimeoutMs: settings.ESPALIER_MODEL_TIMEOUT_MS,
    lookAfterMs: settings.ESPALIER_LOOK_AFTER_MS,
    maxHistory: settings.ESPALIER_MAX_HISTORY ?? null,
  };
}
