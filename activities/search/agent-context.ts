import type { AttemptContexts } from '../work/attempt-contexts';
import type { ActivityDependencies } from '../dependencies';
import type { TextStore } from '../work/text-store';

export interface AgentContext {
  readonly dependencies: ActivityDependencies;
  readonly contexts: AttemptContexts;
  readonly texts: TextStore;
}
