import { findApiKey } from '../config/api-key';
import { ownModelServerUrl } from '../config/own-model-server';
import { proxyFor } from '../config/proxy-for';
import type { Settings } from '../config/settings';
import type { StateFolder } from '../config/state-folder';
import { EspalierError } from '../core/errors/errors';
import type { ModelClient } from '../core/adapters/model';
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
  constructor(why: string, remedy?: string) {
    super(waitsForKey(why), {
      code: 'ENDPOINT_NOT_CONFIGURED',
      remedy:
        remedy ??
        `Set OPENAI_BASE_URL and OPENAI_API_KEY for it and run \`espalier run resume RUN\``,
      fate: 'pauses-run',
    });
  }
}

/** Our own server's is looked up each time: its port may change. @param movedTo null: where the run was started */
export function createModelClients(
  settings: Settings,
  folder: StateFolder,
  movedTo: (run: string) => Promise<string | null>,
): (model: ModelConfig, run: string) => Promise<ModelClient> {
  const clients = new Map<string, { readonly key: string | null; readonly client: ModelClient }>();
  /** @param key null: a server of ours, which takes none */
  const clientOf = (baseUrl: string, key: string | null): ModelClient => {
    const known = clients.get(baseUrl);
    // The file of a key may hold another one meanwhile.
    if (known?.key === key) return known.client;
    const client = createModelClient({
      baseUrl,
      apiKey: key ?? 'none',
      timeoutMs: settings.ESPALIER_MODEL_TIMEOUT_MS,
      ownServer: key === null,
      proxyUrl: proxyFor(settings, baseUrl)?.url,
      // Gateways cut what says nothing for minutes; our own server is on this machine.
      streams: settings.ESPALIER_STREAM ?? (key === null ? false : 'where-counted'),
    });
    clients.set(baseUrl, { key, client });
    return client;
  };
  return async (model, run) => {
    if (model.kind !== 'endpoint') {
      const url = ownModelServerUrl(folder, model.logicalEndpoint);
      if (url === null) throw new ModelServerMissingError(model.logicalEndpoint);
      return clientOf(url, null);
    }
    const address = (await movedTo(run)) ?? model.logicalEndpoint;
    const baseUrl = settings.OPENAI_BASE_URL ?? defaultBaseUrl;
    const found = findApiKey(settings);
    if (found.kind === 'unusable') {
      const { message, remedy } = found.error;
      throw new EndpointNotConfiguredError(message, `${remedy}; then it goes on by itself`);
    }
    if (found.kind === 'none' || logicalEndpoint(baseUrl) !== address) {
      throw new EndpointNotConfiguredError(noKeyFor(address));
    }
    return clientOf(baseUrl, found.key);
  };
}
