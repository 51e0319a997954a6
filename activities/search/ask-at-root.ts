import type { Prompt } from '../../core/agents/prompt-sets/prompt-set';
import type { AgentRole } from '../../core/names/roles';
import type { AttemptKey, RunRecord } from '../../core/ports/records';
import type { Problem } from '../../core/tasks/problem';
import type { StructuredAnswer } from '../model/structured-answer';
import { durable } from '../work/durable';
import type { AgentContext } from './agent-context';
import { askAgent } from './ask-agent';
import type { AgentQuestion } from './ask-agent';

interface RootQuestion<T> extends Prompt, Pick<AgentQuestion<T>, 'parse'> {
  /** Which of several questions to the role; default 0. */
  readonly ordinal?: number;
}

/** Asks an agent of a search while no node is being made, with temperature 0, and returns the answer. */
export function askAtRoot<T, Result>(
  { dependencies, contexts }: AgentContext,
  { attempt, role }: { readonly attempt: AttemptKey; readonly role: AgentRole },
  question: (about: {
    readonly run: RunRecord;
    readonly problem: Problem;
  }) => Promise<RootQuestion<T>>,
  handOn: (answer: StructuredAnswer<T>) => Promise<Result>,
): Promise<Result> {
  return durable(dependencies.store, attempt, async (context) => {
    const { run, problem } = await contexts.of(attempt);
    const { ordinal = 0, ...asked } = await question({ run, problem });
    const answer = await askAgent(dependencies, context, {
      ...{ attempt, run, role, ordinal, node: 'root', temperature: 0 },
      ...asked,
    });
    return handOn(answer);
  });
}
