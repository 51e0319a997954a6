import { agentRoles, roleTraits } from '../names/roles';
import type { AgentRole } from '../names/roles';
import type { MethodRules } from './method-rules';

/** In the order of asking. A run's identity holds all prompts: otherwise two runs with other prompts could have one id. */
export function askedRoles(
  { asks, style, critic, reflectWhen, reflectNext, repairs }: MethodRules,
  traits = roleTraits,
): readonly AgentRole[] {
  const first: Readonly<Record<MethodRules['asks'], readonly AgentRole[]>> = {
    strategies: ['thinker-strategies'],
    plans: ['recaller', 'planner'],
    nothing: [],
  };
  const reflects = reflectWhen !== 'never' || reflectNext !== undefined;
  return [
    ...first[asks],
    style === 'shell' ? 'shell-agent' : 'solver',
    ...(critic?.scoring === true ? (['critic-score'] as const) : []),
    ...(critic?.verification === true ? (['critic-verification'] as const) : []),
    // Prose about a node depends on no rule: `expandNode` may ask for it with any method.
    ...agentRoles.filter((role) => traits[role].gives === 'words'),
    ...(reflects ? (['thinker-reflections'] as const) : []),
    ...(repairs ? (['debugger'] as const) : []),
  ];
}
