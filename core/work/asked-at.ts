import type { ModelConfig, RunConfig } from '../schemas/run';

/**
 * The model of a run with its present address. Identities still name the logical endpoint of the configuration, so a run
 * that moves finds its answers again.
 */
export function askedAt({
  config,
  movedTo,
}: {
  readonly config: Pick<RunConfig, 'model'>;
  readonly movedTo: string | null;
}): ModelConfig {
  return movedTo === null ? config.model : { ...config.model, logicalEndpoint: movedTo };
}
