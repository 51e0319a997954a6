import type { AgentRole } from '../../core/names/roles';
import type { StructuredAnswer } from '../model/structured-answer';

/** The role, when its neutral value had to be taken; counted per run. */
export function neutralRoles<T>(
  answer: StructuredAnswer<T>,
  role: AgentRole,
): readonly AgentRole[] {
  return answer.neutral ? [role] : [];
}
