import { cancelWork } from '../../../client';
import { attemptWorkflowId, nodeWorkflowId } from '../../../core/durable/workflow-ids';
import { heldReply } from '../../fakes/scripted-model';
import type { Shape } from './history-shapes';
import { byPerson, programs, refining, tell, untilAsked } from './scripted-dialogue';
import { programReply } from './scripted-problems';
import type { ScriptedRun } from './scripted-run';

export const attempt = (run: string): string => attemptWorkflowId(run, 'P/0', 0);
const round = (name: string) => (run: string) => nodeWorkflowId(attempt(run), name);

const half = programReply('half');
const other = programReply('other');
const right = programReply('right');

const passed = {
  programs,
  config: refining(),
  script: { solver: [half], debugger: [other, right] },
};
const byModel = {
  programs,
  config: refining({ feedback: 'human' }),
  script: { solver: [half], human: ['Mind the second case.'], debugger: [right] },
};
const answered = {
  programs,
  config: refining(byPerson),
  script: { solver: [half], debugger: [right] },
  hand: async (run: ScriptedRun): Promise<void> => {
    await untilAsked(run, 1);
    await tell(run, { kind: 'pause', reason: 'let me think' });
    await tell(run, { kind: 'resume' });
    await tell(run, { kind: 'feedback', text: 'use a table' });
  },
};

/** Half a program, then one that waits for the hand to be laid on. */
function steered(then: (run: ScriptedRun) => Promise<void>) {
  const held = heldReply(other);
  return {
    ...passed,
    script: { solver: [half, other], debugger: [held.reply, right] },
    hand: async (run: ScriptedRun): Promise<void> => {
      await held.reached;
      await then(run);
    },
  };
}
const cancelled = () => steered((run) => cancelWork(run.engine.client, run.id));
const retried = () => steered((run) => tell(run, { kind: 'retry', round: 'r1' }));
const short = { timing: { maxHistory: 1 } };

/** Ways a dialogue about a problem, or a round of it, can go whose history is kept. */
export const refinementShapes: Readonly<Record<string, () => Shape>> = {
  'refine-passed': () => ({ ...passed, of: attempt }),
  'refine-answered': () => ({ ...answered, of: attempt }),
  'refine-expired': () => {
    const patience = { remindEveryMs: 100, expireAfterMs: 200 };
    return { ...byModel, config: refining({ feedback: 'person', patience }), of: attempt };
  },
  'refine-retried': () => ({ ...retried(), of: attempt }),
  'refine-stopped': () => ({ ...steered((run) => tell(run, { kind: 'stop' })), of: attempt }),
  'refine-cancelled': () => ({ ...cancelled(), of: attempt }),
  'refine-continued-first': () => ({ ...passed, ...short, of: attempt, which: 'first' }),
  'refine-continued-last': () => ({ ...passed, ...short, of: attempt }),
  'round-passed': () => ({ ...passed, of: round('r3') }),
  'round-told': () => ({ ...byModel, of: round('r1') }),
  'round-cancelled': () => ({ ...cancelled(), of: round('r2') }),
};
