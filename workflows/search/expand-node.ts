import { setHandler } from '@temporalio/workflow';

import { critiqueTask, judge } from '../../core/search/judge';
import { wantsReflections } from '../../core/search/wants-reflections';
import type { NodeAnswer, NodeRole } from '../../core/agents/node-agents';
import { wordsRoles } from '../../core/names/roles';
import type { NodeQuestion, SolutionReply } from '../../core/ports/search';
import type { CallRef } from '../../core/schemas/model';
import type { Critique } from '../../core/schemas/search';
import type { TextRef } from '../../core/schemas/text';
import type { JudgedExpansion } from '../../core/search/judged-event';
import type { Expansion } from '../../core/search/method';
import type { AttemptKey } from '../../core/ports/records';
import { pauseSignal, resumeSignal } from '../work/messages';
import { PauseGate } from '../work/pause-gate';
import type { RunSetting } from '../work/run-setting';
import { searchActivities } from './search-activities';
import { runTrajectory } from './run-trajectory';
import { runVisibleTests } from './visible-tests';

export interface ExpandNodeInput {
  readonly setting: RunSetting;
  readonly attempt: AttemptKey;
  readonly expansion: Expansion;
  /** The run was paused when this started. */
  readonly paused: string | null;
}

/** Makes one node (CodeTree §3): a solution, its visible tests, the judgement of the critic, and what to try next. */
export async function expandNode(input: ExpandNodeInput): Promise<JudgedExpansion> {
  const { attempt, expansion } = input;
  const ports = searchActivities(input.setting);
  const gate = new PauseGate({
    run: input.setting.run,
    paused: input.paused,
    retryForMs: input.setting.timing.retryForMs,
  });
  setHandler(pauseSignal, (reason) => gate.pause(reason));
  setHandler(resumeSignal, () => gate.resume());

  const calls: CallRef[] = [];
  const neutral: string[] = [];
  /** Texts of agents that decide nothing, by role. */
  const words: Record<string, TextRef> = {};

  async function ask<Role extends NodeRole>(
    role: Role,
    about: Pick<NodeQuestion<Role>, 'program' | 'visible' | 'review'>,
  ): Promise<NodeAnswer<Role>> {
    const reply = await gate.call(() =>
      ports.model.askAboutNode.executeWithOptions(
        // Replay compares ids and types, not inputs: the id names the role.
        { summary: `${role} ${expansion.node}`, activityId: role },
        [{ attempt, expansion, role, ...about }],
      ),
    );
    calls.push(...reply.calls);
    neutral.push(...reply.neutral);
    return reply.answer;
  }

  const solution: SolutionReply =
    expansion.style === 'shell'
      ? await runTrajectory(ports, gate, { attempt, expansion })
      : await gate.call(() =>
          ports.model.generateSolution.executeWithOptions(
            { summary: `${expansion.generator} ${expansion.node}` },
            [{ attempt, expansion }],
          ),
        );
  calls.push(...solution.calls);
  const { program, vote, trajectory, faults = [] } = solution;
  neutral.push(...faults.map((kind) => `${expansion.generator} ${kind}`));

  const visible = await gate.call(() =>
    runVisibleTests(ports, { attempt, node: expansion.node, program }),
  );

  let critique: Critique = { kind: 'none' };
  const task = critiqueTask(expansion, visible, program);
  if (task !== 'none' && program !== null) {
    critique = await ask(`critic-${task}`, { program, visible, review: null });
  }

  if (program !== null) {
    for (const role of wordsRoles) {
      // The row of this role was made by `wordsAgent`, so the answer is a text. No role has such a row yet, so the compiler cannot know.
      const answer: unknown = await ask(role as NodeRole, { program, visible, review: null });
      words[role] = answer as TextRef;
    }
  }

  const { score, decision } = judge({ expansion, visible, program, critique });
  let reflections: readonly TextRef[] = [];
  if (program !== null && wantsReflections(expansion, decision, visible.kind === 'passed')) {
    const review = critique.kind === 'none' ? null : critique.words;
    reflections = await ask('thinker-reflections', { program, visible, review });
  }
  const facts = { program, visible, critique, score, calls, neutral };
  const made = {
    ...facts,
    ...(vote === undefined ? {} : { vote }),
    ...(trajectory === undefined ? {} : { trajectory }),
    ...(Object.keys(words).length === 0 ? {} : { words }),
  };
  return { made, decision, reflections };
}
