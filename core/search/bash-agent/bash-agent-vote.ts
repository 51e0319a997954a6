import { createMethod } from '../create-method';
import { trajectories } from './trajectories';

/**
 * The agent of `bash-agent`, with as many trajectories as the budget has, whatever they come to. Their patches are filtered by
 * the visible tests, and the largest group of equal patches is the answer, as in Agentless (`rerank`).
 */
export const bashAgentVote = createMethod({
  ...trajectories,
  name: 'bash-agent-vote',
  answer: 'rerank',
  onMade: (state) => state,
});
