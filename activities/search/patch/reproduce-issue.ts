import { z } from 'zod';

import { parseReproducerReply, reproducerPrompt } from '../../../core/agents/patch/reproducer';
import { preparationOf } from '../../../core/patches/preparation';
import { agreedScript } from '../../../core/patches/agreed-script';
import type { Prepared } from '../../../core/ports/search';
import type { PatchTest } from '../../../core/schemas/patch-task';
import { reproductionSays } from '../../../core/tasks/patch/judge-patch';
import type { PatchProblem } from '../../../core/tasks/patch/patch';
import { stepKey } from '../../environment/repository/step-key';
import type { DurableContext } from '../../work/durable';
import type { AgentContext } from '../agent-context';
import { askAgent } from '../ask-agent';
import type { PreparedProblem } from './locate-places';
import { runOnBase } from './run-on-base';

const temperature = 0.8;
const wallMs = 180_000;

const Said = z.object({ said: z.array(z.enum(['reproduced', 'resolved', 'other'])) });
type Says = z.infer<typeof Said>['said'];

/**
 * The script that reproduces the issue (Agentless, section 3.3): of several samples those that say so before any change, and of these
 * the one that most agree on. There may be none.
 */
export async function reproduceIssue(
  agents: AgentContext,
  context: DurableContext,
  { attempt, run, problem }: PreparedProblem,
): Promise<Prepared> {
  const { dependencies, contexts } = agents;
  const role = 'reproducer';
  const { reproductionScripts: samples } = preparationOf(run.config);
  const ask = (ordinal: number) =>
    askAgent(dependencies, context, {
      ...{ attempt, run, role, ordinal, ...reproducerPrompt(problem), parse: parseReproducerReply },
      ...{ node: 'root', temperature: ordinal === 0 ? 0 : temperature, sample: 0 },
    });
  const answers = await Promise.all(Array.from({ length: samples }, (_, place) => ask(place)));
  const scripts = answers.flatMap(({ value }) => (value === null ? [] : [value]));
  const distinct = [...new Set(scripts)];
  const said = await saidOnBase(agents, problem, distinct, context.signal);
  const reproducing = new Set(distinct.filter((_script, place) => said[place] === 'reproduced'));
  const agreed = agreedScript(scripts.filter((script) => reproducing.has(script)));
  const tests: PatchTest[] = agreed === null ? [] : [{ kind: 'reproduction', script: agreed }];
  const kept = scripts.filter((script) => reproducing.has(script)).length;
  await contexts.prepared.keep(attempt, 'reproduction', {
    tests,
    leftOut:
      kept === samples
        ? []
        : [
            `${String(samples - kept)} of ${String(samples)} scripts do not reproduce the issue before any change.`,
          ],
  });
  const neutral = answers.flatMap(({ isFallback }) => (isFallback ? [role] : []));
  return { calls: answers.flatMap(({ calls }) => calls), neutral };
}

/** What each script says in the tree before any change: known, or run. */
async function saidOnBase(
  { dependencies }: AgentContext,
  problem: PatchProblem,
  scripts: readonly string[],
  signal: AbortSignal,
): Promise<Says> {
  if (scripts.length === 0) return [];
  const { environments } = dependencies.store;
  const key = stepKey('reproduction', { source: problem.source, scripts });
  const known = Said.safeParse(await environments.findStep(key)).data;
  if (known !== undefined) return known.said;
  const tests = scripts.map((script) => ({ kind: 'reproduction' as const, script }));
  const { runs } = await runOnBase(dependencies, problem, { tests, wallMs }, signal);
  const said = scripts.map((_script, place) => {
    const one = runs[place] ?? null;
    return one === null || one.timedOut ? 'other' : reproductionSays(one.log);
  });
  await environments.saveStep(key, { said });
  return said;
}
