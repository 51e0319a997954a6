import type { ModelConfig, RunConfig } from '../schemas/run';

/**
 * The model of a run where it is asked now. Its identities go on naming the logical endpoint of the configuration, so that a run
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
