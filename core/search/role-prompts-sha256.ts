import { asJson, canonicalJson } from '../values/canonical-json';
import type { Problem } from '../tasks/problem';
import { candidatePolicy } from '../python-values/comparison-policy';
import { expansionStyles } from './method';
import { nodeAgents } from '../agents/node-agents';
import type { AgentRole } from '../names/roles';
import type { PromptSetName } from '../names/prompt-choice';
import { promptSets } from '../agents/prompt-sets/prompt-sets';
import { pinnedRoles, searchPrompts } from '../agents/prompt-sets/prompts-sha256';
import { shownPrompt } from './shown-prompts';
import type { PromptOfNode } from './shown-prompts';

/** One problem of each kind, because a role may have other words for each kind. Prompts about patches have a version of their own. */
const problems: {
  readonly [Kind in Exclude<Problem['kind'], 'patch'>]: Extract<Problem, { kind: Kind }>;
} = {
  function: {
    ...{ kind: 'function', id: 'Sample/0', dataset: 'sample', preamble: '' },
    ...{ statement: 'def double(x):\n    """Twice x."""\n', entryPoint: 'double' },
    ...{ visibleTests: ['assert double(2) == 4'], visibleSetup: '' },
  },
  script: {
    ...{ kind: 'script', id: 'Sample/1', dataset: 'sample', rule: { kind: 'tokens' } },
    ...{ statement: 'Print twice the number.', visibleTests: [{ stdin: '2', stdout: '4' }] },
  },
  harness: {
    ...{ kind: 'harness', id: 'o/r@0::m.py::double#1', dataset: 'sample', context: '' },
    ...{ statement: 'def double(x):\n    raise NotImplementedError\n', className: null },
    ...{ name: 'double', module: 'm', qualname: 'double', environment: '0'.repeat(64) },
    ...{ policy: candidatePolicy, visibleTests: [] },
  },
};
const either = [false, true] as const;

/**
 * sha256 of the prompts of `roles`: the pinned hash of the set if it covers them, otherwise a hash of it and of the prompts
 * of the other roles. @throws RangeError for a role without a prompt in a search
 */
export function rolePromptsSha256(
  roles: readonly AgentRole[],
  set: PromptSetName,
  sha256: (text: string) => string,
  agents: PromptOfNode = nodeAgents,
): string {
  const pinned = searchPrompts[set];
  const others = roles.filter((role) => !pinnedRoles.includes(role));
  if (others.length === 0) return pinned;
  const asked = others.map((role) => [role, specimensOf(role, set, agents)]);
  return sha256(canonicalJson(asJson([pinned, asked])));
}

function specimensOf(role: AgentRole, set: PromptSetName, agents: PromptOfNode): unknown {
  const choices = Object.values(problems).flatMap((problem) =>
    expansionStyles.flatMap((style) =>
      either.flatMap((strategies) =>
        either.flatMap((reviewed) =>
          either.map((quoteProgram) => ({ problem, style, strategies, reviewed, quoteProgram })),
        ),
      ),
    ),
  );
  return choices.map(({ problem, ...facts }) => {
    const options = { ...facts, width: 3, prompts: promptSets[set], agents };
    const prompt = shownPrompt(role, problem, options);
    if (prompt === null) throw new RangeError(`role ${role} has no prompt in a search`);
    return prompt;
  });
}
