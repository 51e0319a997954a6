import { preparingRoles, roleTraits, writesProgram } from '../../core/names/roles';
import type { AgentRole } from '../../core/names/roles';
import { EspalierError } from '../../core/errors/errors';
import type { RunRecord } from '../../core/ports/records';
import type { ModelConfig, RunConfig } from '../../core/schemas/run';
import { methodNamed } from '../../core/search/methods';
import type { ActivityDependencies } from '../dependencies';
import { askRole } from '../model/ask-role';
import type { RoleQuestion } from '../model/ask-role';
import type { StructuredAnswer } from '../model/structured-answer';
import type { DurableContext } from '../work/durable';

export interface AgentQuestion<T> extends Omit<RoleQuestion<T>, 'asker' | 'model' | 'purpose'> {
  readonly run: RunRecord;
  /** Node the call belongs to; `root` before the first. */
  readonly node: string;
  /** Temperature of the method. The temperature of the run replaces it for programs. */
  readonly temperature: number;
}

/** The id of the run does not depend on the prompts of this role. */
class RoleNotListedError extends EspalierError {
  constructor(method: string, role: AgentRole) {
    super(`${method} asks ${role}, a role that it does not list`, {
      code: 'ROLE_NOT_LISTED',
      remedy: 'Let the rules of the method say that it asks the role (core/search/asked-roles.ts)',
    });
  }
}

/** Asks one agent of a search. Each role has its own model and temperature. */
export function askAgent<T>(
  dependencies: ActivityDependencies,
  context: DurableContext,
  { node, run, ...question }: AgentQuestion<T>,
): Promise<StructuredAnswer<T>> {
  const { role, temperature } = question;
  const { method } = run.config;
  const listed = [...methodNamed(method).roles, ...preparingRoles];
  if (!listed.includes(role)) throw new RoleNotListedError(method, role);
  return askRole(dependencies, context, {
    ...question,
    asker: { id: run.id, ...run.config },
    model: modelOf(role, run.config.model),
    temperature: temperatureOf(role, run.config, temperature),
    purpose: { kind: 'search', node },
  });
}

function modelOf(role: AgentRole, { name, thinkerModel, criticModel }: ModelConfig): string {
  const { model } = roleTraits[role];
  const named = { thinker: thinkerModel, critic: criticModel }[model as 'thinker' | 'critic'];
  return named ?? name;
}

function temperatureOf(role: AgentRole, config: RunConfig, own: number): number {
  return writesProgram(role) || role === 'shell-agent' ? (config.temperature ?? own) : own;
}
