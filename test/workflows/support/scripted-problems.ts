import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { visibleLimit } from '../../../core/grading/visible-limit';
import { RunConfig } from '../../../core/schemas/run';
import type { FunctionHidden, FunctionProblem } from '../../../core/tasks/function';

/** Problems for scripted models and sandboxes: two visible tests, one hidden. */
export function scriptedProblem(id: string): {
  readonly problem: FunctionProblem;
  readonly hidden: FunctionHidden;
} {
  return {
    problem: {
      kind: 'function',
      id,
      dataset: 'scripted',
      statement: `def f(x):\n    """ Task ${id}. """\n`,
      entryPoint: 'f',
      preamble: `def f(x):\n    """ Task ${id}. """\n`,
      visibleTests: ['assert f(1) == 1', 'assert f(2) == 2'],
      visibleSetup: '',
    },
    hidden: { kind: 'function', setup: '', test: 'assert f(3) == 3' },
  };
}

/** A model's reply with a program that the scripted sandbox knows by this name. */
export function programReply(name: string): string {
  return `Here it is.\n\n\`\`\`python\ndef f(x):\n    return '${name}'\n\`\`\`\n`;
}

export const strategiesReply = (...strategies: readonly string[]): string =>
  JSON.stringify({ strategies });
export const reflectionsReply = (...reflections: readonly string[]): string =>
  JSON.stringify({ reflections });
export const recallReply = (...problems: readonly string[]): string =>
  JSON.stringify({ problems: problems.map((problem) => ({ problem, plan: `as ${problem} is` })) });
export const planReply = (plan: string, confidence: number): string =>
  JSON.stringify({ plan, confidence });
export const scoreReply = (score: number): string =>
  JSON.stringify({ analysis: `it looks like a ${String(score)}`, score });
export const verificationReply = (accept: boolean): string =>
  JSON.stringify({ analysis: accept ? 'it holds' : 'an edge case is missed', accept });

export function scriptedRunConfig(changes: Partial<RunConfig> = {}): RunConfig {
  return RunConfig.parse({
    dataset: { name: 'scripted', sha256: 'd'.repeat(64) },
    problems: ['P/0'],
    model: { kind: 'endpoint', name: 'scripted', logicalEndpoint: 'http://model.test/v1' },
    ...((changes.kind ?? 'search') !== 'search'
      ? {}
      : { method: 'code-tree', budget: 5, search: {} }),
    limits: { visible: visibleLimit(), hidden: hiddenLimit() },
    assurance: 'objects',
    ...changes,
  });
}
