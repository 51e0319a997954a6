import { findApiKey } from '../../config/api-key';
import type { Settings } from '../../config/settings';
import type { ModelConfig } from '../../core/schemas/run';
import { noKeyFor } from '../../core/supervision/waits-for-key';

/** Why these settings hold no key for a run's endpoint now; null: they do, or none is needed. */
export async function missingKey(
  settings: Settings,
  { kind, logicalEndpoint: wanted }: ModelConfig,
): Promise<string | null> {
  if (kind !== 'endpoint') return null;
  const found = findApiKey(settings);
  if (found.kind === 'unusable') return found.error.message;
  const { defaultBaseUrl, logicalEndpoint } = await import('../../llm/index.js');
  const asked = logicalEndpoint(settings.OPENAI_BASE_URL ?? defaultBaseUrl);
  return found.kind === 'none' || asked !== wanted ? noKeyFor(wanted) : null;
}
