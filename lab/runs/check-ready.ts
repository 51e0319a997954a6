import { proxyFor } from '../../config/proxy-for';
import { sandboxOptions } from '../../config/sandbox-options';
import { UsageError } from '../../core/errors/errors';
import type { ModelConfig } from '../../core/schemas/run';
import type { LabContext } from '../lab-context';
import { requireRemoteEngine } from '../services/ensure-local-engine';
import { requireKey } from '../planning/require-key';

/** Checks engine, endpoint and sandbox before anything is written or started. @throws EspalierError, always exit code 3 */
export async function checkReady(
  context: LabContext,
  model: ModelConfig,
  /** Names of further models that the endpoint must have. */
  others: readonly string[] = [],
): Promise<void> {
  await requireRemoteEngine(context);
  await checkModelEndpoint(context, model, others);
  await checkSandbox(context);
}

/** One cheap request to a real endpoint; our own servers are started, not checked. */
async function checkModelEndpoint(
  { settings, note, offline = false }: LabContext,
  model: ModelConfig,
  others: readonly string[],
): Promise<void> {
  if (model.kind !== 'endpoint' || offline) return;
  const { checkEndpoint, defaultBaseUrl, logicalEndpoint } = await import('../../llm/index.js');
  const baseUrl = settings.OPENAI_BASE_URL ?? defaultBaseUrl;
  // A run that is resumed from another shell must not send its questions to another endpoint.
  if (logicalEndpoint(baseUrl) !== model.logicalEndpoint) {
    throw new UsageError(
      `the run asks ${model.logicalEndpoint}, and OPENAI_BASE_URL is ${logicalEndpoint(baseUrl)}`,
      'Set OPENAI_BASE_URL and OPENAI_API_KEY to those of the run, or move it with `espalier run resume RUN --base-url URL`',
      { code: 'OTHER_ENDPOINT' },
    );
  }
  const apiKey = requireKey(settings, model.name);
  note(`checking the endpoint of ${model.name}`);
  await checkEndpoint({
    baseUrl,
    apiKey,
    proxyUrl: proxyFor(settings, baseUrl)?.url,
    models: [model.name, ...others],
  });
}

/** A worker opens its sandbox for the first program. The check finds faults of the sandbox before anything starts. */
async function checkSandbox({ settings, folder }: LabContext): Promise<void> {
  const { openSandbox } = await import('../../sandbox/index.js');
  const sandbox = await openSandbox(sandboxOptions(settings, folder));
  await sandbox.close();
}
