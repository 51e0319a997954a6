import { setHandler } from '@temporalio/workflow';

import { critiqueTask, judge } from '../../core/search/judge';
import { wantsReflections } from '../../core/search/wants-reflections';
import type { CallRef } from '../../core/schemas/model';
import type { Critique, Decision } from '../../core/schemas/search';
import type { TextRef } from '../../core/schemas/text';
import type { Expansion, MadeNode } from '../../core/search/method';
import type { AttemptKey } from '../../core/ports/records';
import { pauseSignal, resumeSignal } from '../work/messages';
import { PauseGate } from '../work/pause-gate';
import type { RunSetting } from '../work/run-setting';
import { searchActivities } from './search-activities';

export interface ExpandNodeInput {
  readonly setting: RunSetting;
  readonly attempt: AttemptKey;
  readonly expansion: Expansion;
  /** The run was paused when this started. */
  readonly paused: string | null;
}

export interface ExpandedNode {
  readonly made: MadeNode;
  readonly decision: Decision | null;
  readonly reflections: readonly TextRef[];
}

/** Makes one node (CodeTree §3): a solution, its visible tests, the critic's word, and what to try next. */
export async function expandNode(input: ExpandNodeInput): Promise<ExpandedNode> {
  const { attempt, expansion } = input;
  const ports = searchActivities(input.setting);
  const gate = new PauseGate({ run: input.setting.run, paused: input.paused });
  setHandler(pauseSignal, (reason) => gate.pause(reason));
  setHandler(resumeSignal, () => gate.resume());

  const calls: CallRef[] = [];
  const neutral: string[] = [];

  const solution = await gate.call(() =>
    ports.model.generateSolution.executeWithOptions(
      { summary: `${expansion.generator} ${expansion.node}` },
      [{ attempt, expansion }],
    ),
  );
  calls.push(...solution.calls);
  const { program } = solution;

  const visible = await gate.call(() =>
    ports.tests.runVisibleTests.executeWithOptions({ summary: `visible tests ${expansion.node}` }, [
      { attempt, node: expansion.node, program },
    ]),
  );

  let critique: Critique = { kind: 'none' };
  const task = critiqueTask(expansion, visible, program);
  if (task !== 'none' && program !== null) {
    const reply = await gate.call(() =>
      ports.model.critiqueNode.executeWithOptions({ summary: `critic ${task} ${expansion.node}` }, [
        { attempt, expansion, task, program, visible },
      ]),
    );
    critique = reply.critique;
    calls.push(...reply.calls);
    neutral.push(...reply.neutral);
  }

  const { score, decision } = judge({ expansion, visible, program, critique });
  let reflections: readonly TextRef[] = [];
  if (program !== null && wantsReflections(expansion, decision, visible.kind === 'passed')) {
    const review = critique.kind === 'none' ? null : critique.words;
    const reply = await gate.call(() =>
      ports.model.reflectOnNode.executeWithOptions({ summary: `reflect ${expansion.node}` }, [
        { attempt, expansion, program, visible, review },
      ]),
    );
    reflections = reply.reflections;
    calls.push(...reply.calls);
    neutral.push(...reply.neutral);
  }
  return { made: { program, visible, critique, score, calls, neutral }, decision, reflections };
}
