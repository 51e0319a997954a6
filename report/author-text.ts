import { workRow } from '../core/kinds/kinds';
import type { ModelConfig, RunConfig } from '../core/schemas/run';
import { endpointName } from './endpoint-name';

/** Who wrote what was graded: the model; of an evaluation its samples, as they are called. */
export function authorText(config: RunConfig): string {
  const author = workRow(config.kind).author(config);
  return author?.label ?? modelText(config.model, { bank: false });
}

/**
 * The same, and at which endpoint: a server may call itself what it likes. Of our own servers it is what they answer from.
 * @param name of one of the models that were asked; default: as `authorText`
 */
export function authorAtEndpoint(config: RunConfig, name = authorText(config)): string {
  if (workRow(config.kind).author(config) !== null) return name;
  const endpoint = endpointName(config.model.logicalEndpoint);
  return config.model.kind === 'endpoint' ? `${name} at ${endpoint}` : endpoint;
}

/** Name, for real endpoints the models of other roles, and the files of a bank. */
export function modelText(model: ModelConfig, shows = { bank: true }): string {
  const others = [
    ...(model.thinkerModel === undefined ? [] : [`Thinker ${model.thinkerModel}`]),
    ...(model.criticModel === undefined ? [] : [`Critic ${model.criticModel}`]),
    ...(model.bank === undefined || !shows.bank ? [] : [model.bank.files.join(', ')]),
  ];
  const name = model.kind === 'endpoint' ? model.name : model.kind;
  return others.length === 0 ? name : `${name} (${others.join('; ')})`;
}
