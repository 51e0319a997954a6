import { WorkflowWorld } from '../support/workflow-world';

import { bashAgent } from '../../../core/search/bash-agent/bash-agent';
import type { JudgedExpansion } from '../../../core/search/judged-event';
import { expandNode } from '../../../workflows/search/expand-node';
import { ref, sha } from '../../core/search/search-player';
import { workSetting } from '../support/work-setting';

const attempt = { run: 'run', problem: 'o__r-1', sample: 0 };
const limits = { steps: 5, tokens: 1_000, commandSeconds: 60 };
const call = { role: 'shell-agent', identity: sha('call'), repair: false } as const;

async function expanded(
  commands: readonly (string | null)[],
): Promise<{ readonly world: WorkflowWorld; readonly ended: readonly unknown[] }> {
  let asked = 0;
  const world = new WorkflowWorld({
    activities: {
      askShellAgent: () => {
        const command = commands[asked] ?? 'ls';
        const known = commands[asked] === null ? null : sha(command);
        asked += 1;
        const told = known === null ? sha('no command') : null;
        return {
          reply: { kind: 'replied', tokens: 10, reply: sha('r'), command: known, told },
          calls: [call],
        };
      },
      runShellCommand: () => ({
        told: sha('told'),
        submitted: commands[asked - 1] === 'submit',
      }),
      endTrajectory: () => ({ program: sha('patch'), trajectory: sha('steps') }),
      runVisibleTests: () => ({
        ...{ kind: 'passed', passed: 1, total: 1, feedback: ref('fine'), timeSensitive: false },
      }),
    },
  });
  const ended: unknown[] = [];
  const [first] = bashAgent.upcoming(bashAgent.start({ budget: 1, maxDepth: 1, width: 1 }), 1);
  if (first === undefined) throw new Error('no expansion');
  const expansion = { ...first, shell: limits };
  expandNode({ setting: workSetting({}), attempt, expansion, paused: null }).then(
    (made) => ended.push(made),
    (error: unknown) => ended.push(error),
  );
  await world.settle();
  if (ended[0] instanceof Error) throw ended[0];
  return { world, ended };
}

describe('a node that an agent with a shell makes', () => {
  it('comes from replies and commands in turn, and its patch is tested as any program', async () => {
    const { world, ended } = await expanded(['ls', null, 'submit']);
    expect(world.asked.map(({ name }) => name)).toEqual([
      ...['askShellAgent', 'runShellCommand', 'askShellAgent', 'askShellAgent', 'runShellCommand'],
      ...['endTrajectory', 'runVisibleTests'],
    ]);
    expect(world.asked[5]?.args).toMatchObject([{ end: 'submitted', tokens: 30 }]);
    const [{ made }] = ended as [JudgedExpansion];
    expect(made).toMatchObject({ program: sha('patch'), trajectory: sha('steps'), score: 1 });
    expect(made.calls).toHaveLength(3);
  });

  it('ends at the limit of steps of its expansion', async () => {
    const { world } = await expanded([]);
    expect(world.asked.filter(({ name }) => name === 'runShellCommand')).toHaveLength(5);
    expect(world.asked.at(-2)?.args).toMatchObject([{ end: 'step-limit' }]);
  });
});
