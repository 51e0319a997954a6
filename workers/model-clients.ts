import { findApiKey } from '../config/api-key';
import { ownModelServerUrl } from '../config/own-model-server';
import type { Settings } from '../config/settings';
import type { StateFolder } from '../config/state-folder';
import { EspalierError } from '../core/errors';
import type { ModelClient } from '../core/ports/model';
import type { ModelConfig } from '../core/schemas/run';
import { noKeyFor, waitsForKey } from '../core/supervision/waits-for-key';
import { createModelClient, defaultBaseUrl, logicalEndpoint } from '../llm';

/** A run's own model server has never been started in this state folder. */
class ModelServerMissingError extends EspalierError {
  constructor(endpoint: string) {
    super(`no model server of ours serves ${endpoint}`, {
      code: 'MODEL_SERVER_MISSING',
      remedy: 'Run `espalier run resume RUN`: it starts the server again',
      fate: 'retryable',
    });
  }
}

/** This worker has no key, or one for another endpoint than the run's; a key never goes to a foreign address. */
class EndpointNotConfiguredError extends EspalierError {
  constructor(why: string) {
    super(waitsForKey(why), {
      code: 'ENDPOINT_NOT_CONFIGURED',
      remedy: `Set OPENAI_BASE_URL and OPENAI_API_KEY for it and run \`espalier run resume RUN\``,
      fate: 'pauses-run',
    });
  }
}

/** Clients by base URL. Our own server's is looked up each time: it may have moved to another port. */
export function createModelClients(
  settings: Settings,
  folder: StateFolder,
): (model: ModelConfig) => Promise<ModelClient> {
  const clients = new Map<string, ModelClient>();
  /** @param key null: a server of ours, which takes none */
  const clientOf = (baseUrl: string, key: string | null): ModelClient => {
    const known = clients.get(baseUrl);
    if (known !== undefined) return known;
    const client = createModelClient({
      baseUrl,
      apiKey: key ?? 'none',
      timeoutMs: settings.ESPALIER_MODEL_TIMEOUT_MS,
      ownServer: key === null,
      streams: settings.ESPALIER_STREAM,
    });
    clients.set(baseUrl, client);
    return client;
  };
  return (model) => {
    if (model.kind !== 'endpoint') {
      const url = ownModelServerUrl(folder, model.logicalEndpoint);
      if (url === null) return Promise.reject(new ModelServerMissingError(model.logicalEndpoint));
      return Promise.resolve(clientOf(url, null));
    }
    const baseUrl = settings.OPENAI_BASE_URL ?? defaultBaseUrl;
    const found = findApiKey(settings);
    if (found.kind === 'unusable') {
      return Promise.reject(new EndpointNotConfiguredError(found.error.message));
    }
    if (found.kind === 'none' || logicalEndpoint(baseUrl) !== model.logicalEndpoint) {
      return Promise.reject(new EndpointNotConfiguredError(noKeyFor(model.logicalEndpoint)));
    }
    return Promise.resolve(clientOf(baseUrl, found.key));
  };
}
