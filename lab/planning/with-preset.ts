import { UsageError } from '../../core/errors/errors';
import { presets } from '../../core/work/presets';
import { PaperTestsMissingError } from '../../datasets';
import type { CheckedRequest } from './run-request';

/**
 * Reads the data set of a request with a preset. Of all that presets set, a data set can lack only the visible tests; the error
 * then names the preset.
 * @throws what the body throws
 */
export async function namingPreset<T>(
  { preset, visibleTests }: CheckedRequest,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isSet = preset !== undefined && visibleTests === undefined;
    if (!isSet || !(error instanceof PaperTestsMissingError)) throw error;
    const { message, remedy, code } = error;
    throw new UsageError(`--preset ${preset} sets ${message}`, remedy, { code, cause: error });
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
