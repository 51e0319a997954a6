import { parseReproducerReply, reproducerPrompt } from '../../../core/agents/patch/reproducer';
import { preparationOf } from '../../../core/patches/preparation';
import { agreedScript } from '../../../core/patches/agreed-script';
import type { Prepared } from '../../../core/ports/search';
import type { PatchTest } from '../../../core/schemas/patch-task';
import { reproductionSays } from '../../../core/tasks/patch/judge-patch';
import type { PatchProblem } from '../../../core/tasks/patch/patch';
import type { DurableContext } from '../../work/durable';
import type { AgentContext } from '../agent-context';
import { askAgent } from '../ask-agent';
import type { BaseRuns } from './base-runs';
import type { PreparedProblem } from './locate-places';

const temperature = 0.8;
const wallMs = 180_000;

type Says = ReturnType<typeof reproductionSays>;

/**
 * The script that reproduces the issue (Agentless, section 3.3): of several samples those that say so before any change, and of these
 * the one that most agree on. There may be none.
 */
export async function reproduceIssue(
  agents: AgentContext,
  base: BaseRuns,
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
  const said = await saidOnBase(base, problem, distinct, context.signal);
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

/** What each script says in the tree before any change. */
async function saidOnBase(
  base: BaseRuns,
  problem: PatchProblem,
  scripts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Says[]> {
  if (scripts.length === 0) return [];
  const tests = scripts.map((script) => ({ kind: 'reproduction' as const, script }));
  const { runs } = await base.of(problem, { tests, wallMs }, signal);
  return scripts.map((_script, place) => {
    const one = runs[place] ?? null;
    return one === null || one.timedOut ? 'other' : reproductionSays(one.log);
  });
}
