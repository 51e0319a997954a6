import { runTiming } from '../../config/run-timing';
import { readSettings } from '../../config/settings';

describe('the timing of a run', () => {
  it('is what the settings say, each time from its own variable', () => {
    const settings = readSettings({
      ESPALIER_HEARTBEAT_MS: '1',
      ESPALIER_RETRY_FOR_MS: '2',
      ESPALIER_RETRY_INITIAL_MS: '3',
      ESPALIER_RETRY_MAX_MS: '4',
      ESPALIER_MODEL_TIMEOUT_MS: '5',
      ESPALIER_LOOK_AFTER_MS: '7',
      ESPALIER_MAX_HISTORY: '6',
    });
    expect(runTiming(settings)).toEqual({
      heartbeatMs: 1,
      retryForMs: 2,
      retryInitialMs: 3,
      retryMaxMs: 4,
      modelTimeoutMs: 5,
      lookAfterMs: 7,
      maxHistory: 6,
    });
  });

  it('has the waits of the defaults, and leaves the length of a history to the engine', () => {
    expect(runTiming(readSettings({}))).toEqual({
      heartbeatMs: 10_000,
      retryForMs: 86_400_000,
      retryInitialMs: 1_000,
      retryMaxMs: 60_000,
      modelTimeoutMs: 600_000,
      lookAfterMs: 300_000,
      maxHistory: null,
    });
  });
});
