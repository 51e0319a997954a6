import type { AgentRole } from '../../core/names/roles';
import type { StructuredAnswer } from '../model/structured-answer';

/** The role whose fallback value was used. Fallback values are counted per run. */
export function fallbackRoles<T>(
  answer: StructuredAnswer<T>,
  role: AgentRole,
): readonly AgentRole[] {
  return answer.isFallback ? [role] : [];
}
