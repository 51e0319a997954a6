import type { RunConfig } from '../../core/schemas/run';
import type { OfKind } from '../../core/kinds/of-kind';
import type { Asker } from '../model/ask-role';

export function environmentAsker(run: string, config: OfKind<RunConfig, 'environment'>): Asker {
  return { ...config, id: run, callBudget: config.environment.budget };
}
