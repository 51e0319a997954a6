import type { Message } from '../schemas/model';
import type { Problem } from '../tasks/problem';
import { askedFor, describeProblem } from './prompts/describe-problem';
import { strategyHint } from './prompts/strategy-hint';

const system = 'You are an expert Python programmer who writes correct and complete programs.';

export interface SolverInput {
  readonly problem: Problem;
  /** null: the problem as it is. */
  readonly strategy: string | null;
  /** `reason-first`: the chain-of-thought baseline. */
  readonly style: 'plain' | 'reason-first';
}

/** One full implementation of the problem, guided by one strategy (CodeTree §3.3). */
export function buildSolverMessages({ problem, strategy, style }: SolverInput): readonly Message[] {
  const block =
    `one \`\`\`python code block that holds ${askedFor(problem)} with everything it needs: imports, helpers, ` +
    'and no part left out. Leave tests, examples of its use and printing for trial out of it.';
  const request =
    style === 'plain'
      ? `Write the solution as ${block}`
      : 'First reason step by step: restate what is asked, work through an example by hand, choose an ' +
        `algorithm and consider its edge cases. Only then write the solution as ${block}`;
  const content = [
    describeProblem(problem),
    ...(strategy === null ? [] : [strategyHint(strategy)]),
    request,
  ];
  return [
    { role: 'system', content: system },
    { role: 'user', content: content.join('\n\n') },
  ];
}
