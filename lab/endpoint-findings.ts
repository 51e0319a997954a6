import { findApiKey } from '../config/api-key';
import { proxyFor, proxyVariables } from '../config/proxy-for';
import { troubleOf } from './finding';
import type { Finding } from './finding';
import type { LabContext } from './lab-context';

export const endpointName = 'model endpoint';

/** If there is a key, the endpoint is asked for its list of models. */
export async function endpointFinding({
  settings,
}: Pick<LabContext, 'settings'>): Promise<Finding> {
  const name = endpointName;
  const { OPENAI_BASE_URL: said } = settings;
  try {
    const { checkEndpoint, defaultBaseUrl, logicalEndpoint } = await import('../llm/index.js');
    const baseUrl = said ?? defaultBaseUrl;
    const address = logicalEndpoint(baseUrl);
    const found = findApiKey(settings);
    if (found.kind === 'unusable') throw found.error;
    if (found.kind === 'none') {
      const where = said === undefined ? '' : `${address} is not asked: `;
      const detail = `${where}no OPENAI_API_KEY or OPENAI_API_KEY_FILE; simulated and recorded models need none`;
      return { name, ok: true, detail, needed: false };
    }
    await checkEndpoint({
      baseUrl,
      apiKey: found.key,
      proxyUrl: proxyFor(settings, baseUrl)?.url,
      models: [],
    });
    const from = settings.OPENAI_API_KEY === undefined ? 'OPENAI_API_KEY_FILE' : 'OPENAI_API_KEY';
    return { name, ok: true, detail: `${address} answers to ${from}`, needed: false };
  } catch (error) {
    return { name, ...troubleOf(error), needed: false };
  }
}

/** The proxy for requests to other hosts. Without a proxy, it says nothing. */
export async function proxyFindings({
  settings,
}: Pick<LabContext, 'settings'>): Promise<readonly Finding[]> {
  if (proxyVariables.every((variable) => settings[variable] === undefined)) return [];
  const name = 'proxy';
  try {
    const { defaultBaseUrl, logicalEndpoint } = await import('../llm/index.js');
    const asked = {
      'the model endpoint': logicalEndpoint(settings.OPENAI_BASE_URL ?? defaultBaseUrl),
      'the package index': settings.ESPALIER_PACKAGE_INDEX,
    };
    const ways = Object.entries(asked).map(([what, address]) => {
      const proxy = proxyFor(settings, address);
      return `${what} ${proxy === null ? 'directly' : `through ${proxy.shown} (${proxy.variable})`}`;
    });
    return [{ name, ok: true, detail: ways.join(', '), needed: false }];
  } catch (error) {
    return [{ name, ...troubleOf(error), needed: false }];
  }
}
