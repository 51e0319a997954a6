import { sandboxOptions } from '../../config/sandbox-options';
import type { ModelConfig } from '../../core/schemas/run';
import type { CommandContext } from '../command-context';

/**
 * What a run needs of the world, asked before anything of it is written or started: an endpoint that answers, a
 * sandbox that works.
 * @throws EspalierError, all with exit code 3
 */
export async function checkReady(context: CommandContext, model: ModelConfig): Promise<void> {
  await checkModelEndpoint(context, model);
  await checkSandbox(context);
}

/** One cheap request to a real endpoint; our own servers are started, not checked. */
async function checkModelEndpoint(
  { settings, output }: CommandContext,
  model: ModelConfig,
): Promise<void> {
  if (model.kind !== 'endpoint') return;
  const { checkEndpoint, defaultBaseUrl } = await import('../../llm/index.js');
  output.note(`checking the endpoint of ${model.name}`);
  await checkEndpoint({
    baseUrl: settings.OPENAI_BASE_URL ?? defaultBaseUrl,
    apiKey: settings.OPENAI_API_KEY ?? '',
    models: [model.name, model.thinkerModel, model.criticModel].filter(
      (name) => name !== undefined,
    ),
  });
}

/** A worker opens its sandbox with the first program: what is wrong with it shows here instead, before anything starts. */
async function checkSandbox({ settings, folder }: CommandContext): Promise<void> {
  const { openSandbox } = await import('../../sandbox/index.js');
  const sandbox = await openSandbox(sandboxOptions(settings, folder));
  await sandbox.close();
}
