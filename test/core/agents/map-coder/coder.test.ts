import {
  buildPlannedDebuggerMessages,
  buildPlannedSolverMessages,
} from '../../../../core/agents/map-coder/coder';
import { scriptedProblem } from '../../../workflows/support/scripted-problems';

const { problem } = scriptedProblem('P/0');
const text = (messages: readonly { readonly content: string }[]) =>
  messages.map(({ content }) => content).join('\n');

describe('who works from a plan', () => {
  it('is shown it, quoted, before the program is written', () => {
    const asked = text(buildPlannedSolverMessages({ problem, plan: 'Sort, then compare.' }));
    expect(asked).toContain('```\nSort, then compare.\n```');
    expect(asked).toContain('Task P/0');
    expect(text(buildPlannedSolverMessages({ problem, plan: null }))).not.toContain(
      'The plan for it',
    );
  });

  it('is shown it beside the program and what the tests said, when the program is repaired', () => {
    const candidate = { problem, program: 'def f(x): return 1', feedback: 'wanted 2' };
    const asked = text(buildPlannedDebuggerMessages({ ...candidate, plan: 'Sort, then compare.' }));
    for (const shown of ['Sort, then compare.', 'def f(x): return 1', 'wanted 2']) {
      expect(asked).toContain(shown);
    }
  });
});
