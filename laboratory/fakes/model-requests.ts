import type { CallUse, EndedSending } from '../../core/adapters/journal';
import type { OfKind } from '../../core/kinds/of-kind';
import type { ModelAnswer, ModelRequest } from '../../core/schemas/model';

/** A small request; tests change what they are about. */
export function modelRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    logicalEndpoint: 'http://models.test/v1',
    model: 'gpt-4o-mini',
    messages: [
      { role: 'system', content: 'You write Python.' },
      { role: 'user', content: 'Add two numbers.' },
    ],
    parameters: { temperature: 0.5 },
    seed: 7,
    draw: { sample: 0, ordinal: 3 },
    ...changes,
  };
}

export function callUse(changes: Partial<OfKind<CallUse, 'search'>> = {}): CallUse {
  return {
    run: 'run-1',
    problem: 'HumanEval/0',
    sample: 0,
    kind: 'search',
    node: 'n3',
    context: { problem: 'HumanEval/0', role: 'solver' },
    repair: false,
    ...changes,
  };
}

export function modelAnswer(changes: Partial<ModelAnswer> = {}): ModelAnswer {
  return {
    text: 'def add(a, b):\n    return a + b',
    finishReason: 'stop',
    usage: { promptTokens: 10, completionTokens: 5 },
    costUsd: null,
    latencyMs: 12,
    origin: null,
    ...changes,
  };
}

/** The end of a sending of one request, which was answered. */
export function sending(
  use: CallUse = callUse(),
  requests: EndedSending['requests'] = ['answered'],
): EndedSending {
  return { use, requests };
}
