import { proxyFor } from '../../config/proxy-for';
import { sandboxOptions } from '../../config/sandbox-options';
import { UsageError } from '../../core/errors/errors';
import type { ModelConfig } from '../../core/schemas/run';
import type { LabContext } from '../lab-context';
import { requireRemoteEngine } from '../services/ensure-local-engine';
import { requireKey } from '../planning/require-key';

/**
 * What a run needs of the world, asked before anything of it is written or started: an engine at
 * TEMPORAL_ADDRESS that takes connections, an endpoint that answers, a sandbox that works.
 * @throws EspalierError, all with exit code 3
 */
export async function checkReady(
  context: LabContext,
  model: ModelConfig,
  /** Names of further models that the endpoint has to have. */
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
  // A run that is resumed from another shell: its questions are not for somebody else's endpoint.
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

/** A worker opens its sandbox with the first program: what is wrong with it shows here instead, before anything starts. */
async function checkSandbox({ settings, folder }: LabContext): Promise<void> {
  const { openSandbox } = await import('../../sandbox/index.js');
  const sandbox = await openSandbox(sandboxOptions(settings, folder));
  await sandbox.close();
}
