import type { AgentRole } from '../agents/roles';
import type { MethodRules } from './method-rules';

/** The agents that a method may ask, in the order in which a search first meets them. */
export function askedRoles({
  asks,
  style,
  critic,
  reflectWhen,
  reflectNext,
}: MethodRules): readonly AgentRole[] {
  const first: Readonly<Record<MethodRules['asks'], readonly AgentRole[]>> = {
    strategies: ['thinker-strategies'],
    plans: ['recaller', 'planner'],
    nothing: [],
  };
  const reflects = reflectWhen !== 'never' || reflectNext !== undefined;
  return [
    ...first[asks],
    'solver',
    ...(critic?.scoring === true ? (['critic-score'] as const) : []),
    ...(critic?.verification === true ? (['critic-verification'] as const) : []),
    ...(reflects ? (['thinker-reflections'] as const) : []),
    // A plan is debugged by what the tests say alone.
    ...(reflects || style === 'planned' ? (['debugger'] as const) : []),
  ];
}
