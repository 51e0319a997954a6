import { finishWhenSolved } from '../baselines/finish-when-solved';
import { createMethod } from '../create-method';
import { trajectories } from './trajectories';

/** An agent with one tool, a shell in the repository. Further trajectories follow while the patch fails visible tests. */
export const bashAgent = createMethod({
  ...trajectories,
  name: 'bash-agent',
  onMade: finishWhenSolved,
});
