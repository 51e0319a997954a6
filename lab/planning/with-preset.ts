import { presets } from '../../core/work/presets';
import type { CheckedRequest } from './run-request';

/** A request with what its preset sets; what is said beside a preset stands. */
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
