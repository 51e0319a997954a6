import type { ModelConfig, RunConfig } from '../schemas/run';

/** The model of a run at its present address. Identities keep the logical endpoint: a moved run finds its answers again. */
export function askedAt({
  config,
  movedTo,
}: {
  readonly config: Pick<RunConfig, 'model'>;
  readonly movedTo: string | null;
}): ModelConfig {
  return movedTo === null ? config.model : { ...config.model, logicalEndpoint: movedTo };
}
