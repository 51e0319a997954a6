import { proxyFor } from '../../config/proxy-for';
import { UsageError } from '../../core/errors/errors';
import type { OfKind } from '../../core/kinds/of-kind';
import type { RunConfig } from '../../core/schemas/run';
import type { LabContext } from '../lab-context';
import { requireKey } from '../planning/require-key';

/** A model may have to be loaded first. */
const timeoutMs = 30_000;

/**
 * Asks the embedding model of a recipe for one vector, before anything is started. Other trouble of the endpoint is left to the check
 * that follows, which tells it.
 * @throws UsageError (`NO_EMBEDDER`) if the endpoint does not have the model, or the model gives no vectors
 */
export async function checkEmbedder(
  { settings, note, offline = false }: Pick<LabContext, 'settings' | 'note' | 'offline'>,
  { model, build, seed }: OfKind<RunConfig, 'dataset'>,
): Promise<void> {
  const { embedder } = build.recipe.models;
  if (embedder === undefined || model.kind !== 'endpoint' || offline) return;
  const { createModelClient, defaultBaseUrl, ModelNonsenseError, ...errors } =
    await import('../../llm/index.js');
  const baseUrl = settings.OPENAI_BASE_URL ?? defaultBaseUrl;
  const apiKey = requireKey(settings, model.name);
  note(`checking the embedding model ${embedder}`);
  const client = createModelClient({
    ...{ baseUrl, apiKey, proxyUrl: proxyFor(settings, baseUrl)?.url, ownServer: false, timeoutMs },
  });
  const request = {
    ...{ logicalEndpoint: model.logicalEndpoint, model: embedder, seed },
    messages: [{ role: 'user' as const, content: 'Sort a list of names.' }],
    parameters: { task: 'embedding' as const },
    draw: { sample: 0, ordinal: 0 },
  };
  const context = { problem: 'check', role: 'embedder' as const };
  await client.send(request, { identity: 'check', context }).catch((cause: unknown) => {
    const { ModelNotFoundError, ModelRejectedRequestError } = errors;
    const isUnfit = [ModelNotFoundError, ModelRejectedRequestError, ModelNonsenseError].some(
      (kind) => cause instanceof kind,
    );
    if (!isUnfit) return;
    throw new UsageError(
      `models.embedder: ${embedder} gives no vectors: ${cause instanceof Error ? cause.message : ''}`,
      'Name an embedding model that the endpoint serves at /v1/embeddings, or leave `embedder` out: then vectors are lexical',
      { code: 'NO_EMBEDDER', cause },
    );
  });
}
