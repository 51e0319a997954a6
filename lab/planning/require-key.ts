import { findApiKey } from '../../config/api-key';
import type { Settings } from '../../config/settings';
import { UsageError } from '../../core/errors/errors';

/** The key for a real endpoint. @throws UsageError (`NO_API_KEY`, `BAD_KEY_FILE`) when there is none. */
export function requireKey(settings: Settings, model: string): string {
  const found = findApiKey(settings);
  if (found.kind === 'found') return found.key;
  if (found.kind === 'unusable') throw found.error;
  throw new UsageError(
    `--model ${model} needs an endpoint and a key`,
    'Set OPENAI_API_KEY or OPENAI_API_KEY_FILE (and OPENAI_BASE_URL for an endpoint other than OpenAI), or use --model simulated or recorded:<bank>',
    { code: 'NO_API_KEY' },
  );
}
