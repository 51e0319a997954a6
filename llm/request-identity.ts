import { canonicalJson, type JsonValue } from '../core/values/canonical-json';
import type { Draw, ModelRequest } from '../core/schemas/model';
import { sha256Of } from './sha256-of';

/**
 * sha256 (hex) of the canonical JSON of logical endpoint, model, messages, parameters, seed and draw; of the problem for our
 * own model server; of the run's id when the run asked for answers of its own; of the context limit when refused as too long
 * under another. Ports, credentials and latencies are never part of it. @throws TypeError for a number that JSON cannot hold.
 */
export function requestIdentity(request: ModelRequest): string {
  const { logicalEndpoint, model, messages, parameters, seed, draw } = request;
  const { problem, runScope, contextTokens } = request;
  const named = {
    logicalEndpoint,
    model,
    messages: messages.map(({ role, content, toolCall, toolCallId }) => ({
      role,
      content,
      toolCall,
      toolCallId,
    })),
    parameters,
    seed,
    draw: { sample: draw.sample, ordinal: draw.ordinal },
    problem,
    runScope,
    contextTokens,
  };
  // A JSON schema is JSON by definition; its type says no more than `unknown` members.
  return sha256Of(canonicalJson(named as unknown as JsonValue));
}

/** The `seed` an endpoint is given: a 31-bit hash of the run's seed and the draw, so that draws differ. */
export function endpointSeed(seed: number, draw: Draw): number {
  const { sample, ordinal } = draw;
  const hash = sha256Of(canonicalJson({ seed, draw: { sample, ordinal } }));
  return Number.parseInt(hash.slice(0, 8), 16) >>> 1;
}
