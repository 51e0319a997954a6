import type { ModelConfig } from '../core/schemas/run';
import type { CommandContext } from './command-context';

/** One cheap request to a real endpoint before a run starts on it; our own servers are started, not checked. */
export async function checkModelEndpoint(
  { settings, output }: CommandContext,
  model: ModelConfig,
): Promise<void> {
  if (model.kind !== 'endpoint') return;
  const { checkEndpoint, defaultBaseUrl } = await import('../llm/index.js');
  const baseUrl = settings.OPENAI_BASE_URL ?? defaultBaseUrl;
  output.note(`checking the endpoint of ${model.name}`);
  await checkEndpoint({
    baseUrl,
    apiKey: settings.OPENAI_API_KEY ?? '',
    models: [model.name, model.thinkerModel, model.criticModel].filter(
      (name) => name !== undefined,
    ),
  });
}
