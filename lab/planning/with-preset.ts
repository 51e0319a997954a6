import { presets } from '../../core/work/presets';
import type { CheckedRequest } from './run-request';

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
