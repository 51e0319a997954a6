import { asJson, canonicalJson } from '../values/canonical-json';
import type { Problem } from '../tasks/problem';
import { nodeAgents } from '../agents/node-agents';
import type { AgentRole } from '../names/roles';
import type { PromptSetName } from '../names/prompt-choice';
import { promptSets } from '../agents/prompt-sets/prompt-sets';
import { pinnedRoles, searchPrompts } from '../agents/prompt-sets/prompts-sha256';
import { shownPrompt } from './shown-prompts';
import type { PromptOfNode } from './shown-prompts';

/** The pinned hash already includes the differences between kinds of task. */
const problem: Problem = {
  kind: 'function',
  id: 'Sample/0',
  dataset: 'sample',
  statement: 'def double(x):\n    """Twice x."""\n',
  entryPoint: 'double',
  preamble: '',
  visibleTests: ['assert double(2) == 4'],
  visibleSetup: '',
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
  return either.flatMap((strategies) =>
    either.flatMap((reviewed) =>
      either.map((quoteProgram) => {
        const facts = { strategies, reviewed, quoteProgram, style: 'plain', width: 3 } as const;
        const prompt = shownPrompt(role, problem, { ...facts, prompts: promptSets[set], agents });
        if (prompt === null) throw new RangeError(`role ${role} has no prompt in a search`);
        return prompt;
      }),
    ),
  );
}
