import type { Settings } from '../../config/settings';
import { UsageError } from '../../core/errors';

/** The key for a real endpoint. @throws UsageError (`NO_API_KEY`) when there is none. */
export function requireKey({ OPENAI_API_KEY: key }: Settings, model: string): string {
  if (key !== undefined) return key;
  throw new UsageError(
    `--model ${model} needs an endpoint and a key`,
    'Set OPENAI_API_KEY (and OPENAI_BASE_URL for an endpoint other than OpenAI), or use --model simulated or recorded:<bank>',
    { code: 'NO_API_KEY' },
  );
}
