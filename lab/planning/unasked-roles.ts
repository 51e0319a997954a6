import { UsageError } from '../../core/errors/errors';
import { kindOfMethod } from '../../core/kinds/kinds';
import { agentRoles, roleTraits } from '../../core/names/roles';
import type { AgentRole } from '../../core/names/roles';
import { methodNamed } from '../../core/search/methods';
import { flagName } from './flag-name';
import type { CheckedRequest } from './run-request';

const rolesOf = (model: 'thinker' | 'critic'): readonly AgentRole[] =>
  agentRoles.filter((role) => roleTraits[role].model === model);

/** Options that concern only certain roles. `lacks` names the role that a method without these roles does not have. */
const roleOptions = [
  { name: 'thinkerModel', roles: rolesOf('thinker'), lacks: 'Thinker' },
  { name: 'criticModel', roles: rolesOf('critic'), lacks: 'Critic' },
  {
    name: 'criticAccuracy',
    roles: ['critic-verification'],
    lacks: 'Critic that verifies programs',
  },
] as const satisfies readonly {
  readonly name: keyof CheckedRequest;
  readonly roles: readonly AgentRole[];
  readonly lacks: string;
}[];

/**
 * Refuses a model or an accuracy for a role that the method never asks. Otherwise two runs with the same requests would have two
 * ids, and tables would name a model that was never asked.
 * @throws UsageError (`OPTION_OF_OTHER_KIND`)
 */
export function refuseUnaskedRoles(request: CheckedRequest): void {
  const { method } = request;
  // Methods of other kinds take none of these options.
  if (kindOfMethod(method) !== 'search') return;
  const { roles: asked } = methodNamed(method);
  for (const { name, roles, lacks } of roleOptions) {
    if (request[name] === undefined || roles.some((role) => asked.includes(role))) continue;
    throw new UsageError(
      `${flagName(name)} means nothing for --method ${method}, which has no ${lacks}`,
      'Leave it out, or choose another --method',
      { code: 'OPTION_OF_OTHER_KIND' },
    );
  }
}
