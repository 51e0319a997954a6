import { createMethod } from '../create-method';
import type { Expansion, Method } from '../method';
import { finishWhenSolved } from './finish-when-solved';

/** One program, with temperature 0, whatever the budget. */
export function createSingleProgram(name: string, style: Expansion['style']): Method {
  return createMethod({
    name,
    asks: 'nothing',
    shape: null,
    mostPrograms: 1,
    style,
    temperature: 0,
    critic: null,
    reflectWhen: 'never',
    repairs: false,
    reflectAtMost: () => 0,
    onMade: finishWhenSolved,
  });
}

/** One solution, with a plain request (CodeTree §4.1, baselines). */
export const direct = createSingleProgram('direct', 'plain');
