import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

let quiet = false;

/** The SDK says nothing but errors: tests make failures happen on purpose. */
export function quietRuntime(): void {
  if (quiet) return;
  const logging = { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR' }) };
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging } });
  quiet = true;
}

/** The SDK's own threads would keep a test process alive. */
export async function endRuntime(): Promise<void> {
  if (quiet) await Runtime.instance().shutdown();
  quiet = false;
}
