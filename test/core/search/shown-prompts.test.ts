import {
  buildPlannedDebuggerMessages,
  buildPlannedSolverMessages,
} from '../../../core/agents/map-coder/coder';
import { buildPlanMessages, planFormat } from '../../../core/agents/map-coder/planner';
import { buildRecallMessages, recallFormat } from '../../../core/agents/map-coder/recaller';
import { promptSets } from '../../../core/agents/prompt-sets/prompt-sets';
import type { AgentRole } from '../../../core/names/roles';
import { shownPrompt } from '../../../core/search/shown-prompts';
import type { ShownOptions } from '../../../core/search/shown-prompts';
import { solutionPrompt } from '../../../core/search/solution-prompt';
import { sampleProblem as problem } from '../agents/sample-problem';

const prompts = promptSets.default;
const strategy = '<a strategy of the Thinker>';
const review = '<what the critic wrote>';
const reflection = '<a reflection of the Thinker>';
const repaired = {
  program: '<the program>',
  feedback: '<what its visible tests gave>',
  ...{ review, reflection },
};
const show = (role: AgentRole, options: Partial<ShownOptions> = {}) =>
  shownPrompt(role, problem, {
    ...{ prompts, quoteProgram: false, style: 'plain', strategies: true, reviewed: true, width: 3 },
    ...options,
  });

describe('the question to a role that is shown', () => {
  it('is the one that a search asks, with what the method has', () => {
    expect(show('thinker-strategies')).toEqual(prompts.strategies({ problem, atMost: 3 }));
    expect(show('solver')).toEqual(prompts.solver({ problem, strategy, style: 'plain' }));
    expect(show('debugger')).toEqual(prompts.debugger({ ...repaired, problem, strategy }));
    const candidate = { ...repaired, problem, strategy, quoteProgram: true };
    const quoted = { quoteProgram: true };
    expect(show('critic-score', quoted)).toEqual(prompts.score(candidate));
    expect(show('critic-verification', quoted)).toEqual(prompts.verification(candidate));
    expect(show('thinker-reflections', { ...quoted, width: 5 })).toEqual(
      prompts.reflections({ ...candidate, atMost: 5 }),
    );
  });

  it('holds no strategy and no review where the method has none', () => {
    const bare = { strategies: false, reviewed: false };
    const style = 'reason-first' as const;
    expect(show('solver', { ...bare, style })).toEqual(
      prompts.solver({ problem, strategy: null, style }),
    );
    expect(show('debugger', bare)).toEqual(
      prompts.debugger({ ...repaired, problem, strategy: null, review: null }),
    );
    expect(show('debugger', { reviewed: false })).toEqual(
      prompts.debugger({ ...repaired, problem, strategy, review: null }),
    );
  });

  it('is about a plan where the style says so, in the words of MapCoder', () => {
    const planned = { style: 'planned', strategies: false } as const;
    const plan = '<a plan>';
    expect(show('solver', planned)?.messages).toEqual(
      buildPlannedSolverMessages({ problem, plan }),
    );
    expect(show('debugger', planned)?.messages).toEqual(
      buildPlannedDebuggerMessages({ ...repaired, problem, plan }),
    );
    expect(show('planner')).toEqual({
      messages: buildPlanMessages({ problem, example: '<a similar problem with its plan>' }),
      format: planFormat,
    });
    expect(show('recaller', { width: 4 })).toEqual({
      messages: buildRecallMessages({ problem, atMost: 4 }),
      format: recallFormat,
    });
  });

  it('is none for a role that no search asks', () => {
    expect(show('human')).toBeNull();
    expect(show('docstring-writer')).toBeNull();
  });
});

it('asks for a program with the plan that there is, or with none', () => {
  const asked = { problem, style: 'planned', repaired: null } as const;
  for (const plan of ['Sort.', null])
    expect(solutionPrompt({ ...asked, strategy: plan }, prompts)).toEqual({
      messages: buildPlannedSolverMessages({ problem, plan }),
      format: null,
    });
});
