import { UsageError } from '../../core/errors/errors';
import { presets } from '../../core/work/presets';
import { flagName } from './flag-name';
import type { CheckedRequest } from './run-request';

/** Options that presets set. */
const presetOptions = ['budget', 'prompts', 'visibleTests', 'maxTokens', 'answer'] as const;

/**
 * Plans the run of a request with a preset. If an option that the preset sets is refused, the error names the preset.
 * @throws what the body throws
 */
export async function namingPreset<T>(
  asked: CheckedRequest,
  body: (request: CheckedRequest) => Promise<T>,
): Promise<T> {
  const request = withPreset(asked);
  try {
    return await body(request);
  } catch (error) {
    const { preset } = asked;
    if (preset === undefined || !(error instanceof UsageError)) throw error;
    const { message, remedy, code, option } = error;
    const set = presetOptions.find((name) => name === option && request[name] !== asked[name]);
    if (set === undefined) throw error;
    const said = `${flagName(set)} ${String(request[set])}: `;
    throw new UsageError(`--preset ${preset} sets ${said}${message.replace(said, '')}`, remedy, {
      code,
      option: set,
      cause: error,
    });
  }
}

/** A request with the settings of its preset. Options that were given override the preset. */
export function withPreset(request: CheckedRequest): CheckedRequest {
  if (request.preset === undefined) return request;
  const { answer, budget, prompts, visibleTests, maxTokens } = presets[request.preset];
  return {
    ...request,
    budget: request.budget ?? budget,
    prompts: request.prompts ?? prompts,
    visibleTests: request.visibleTests ?? visibleTests,
    maxTokens: request.maxTokens ?? maxTokens,
    answer: request.answer ?? answer[request.method],
  };
}
