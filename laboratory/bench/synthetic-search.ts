import { createHash } from 'node:crypto';

import type { ModelClient } from '../../core/adapters/model';
import type { Sandbox, ScriptTask } from '../../core/adapters/sandbox';
import { roleTraits } from '../../core/names/roles';
import type { AgentRole } from '../../core/names/roles';
import type { DatasetProblem } from '../../core/tasks/problem';
import type { Provenance } from '../../core/schemas/verdict';
import { runConfig } from '../../lab/planning/run-config';
import { checkRunRequest } from '../../lab/planning/run-request';
import type { RunWork } from '../../lab/runs/start-run';

const datasetSha256 = createHash('sha256').update('synthetic').digest('hex');

/** About as long as a HumanEval problem; it does not matter what it says. */
const task =
  'Given a list of whole numbers, return the sum of those that stand at odd places and are even. '.repeat(
    4,
  );

export function syntheticProblem(number: number): DatasetProblem {
  const preamble = `def f(x):\n    """ Task ${String(number)}. ${task}"""\n`;
  return {
    problem: {
      kind: 'function',
      id: `Synthetic/${String(number)}`,
      dataset: 'synthetic',
      statement: preamble,
      entryPoint: 'f',
      preamble,
      visibleTests: ['assert f([1]) == 1', 'assert f([2]) == 2', 'assert f([3]) == 3'],
      visibleSetup: '',
    },
    hidden: { kind: 'function', setup: '', test: 'assert f([4]) == 4' },
  };
}

export interface SyntheticRun {
  readonly name: string;
  readonly problems: number;
  /** Programs per problem; the searches always use all of them. */
  readonly budget: number;
}

/** A code-tree run whose programs all fail, so that every search spends exactly its budget. */
export function syntheticWork({ name, problems, budget }: SyntheticRun): RunWork {
  const rows = Array.from({ length: problems }, (_, number) => syntheticProblem(number));
  const request = checkRunRequest({
    dataset: 'synthetic',
    model: 'synthetic',
    budget,
    fresh: name,
  });
  const config = runConfig(request, {
    dataset: { name: 'synthetic', sha256: datasetSha256 },
    problems: rows.map(({ problem }) => problem.id),
    model: {
      kind: 'endpoint',
      name: 'synthetic',
      logicalEndpoint: `http://synthetic.test/${name}`,
    },
  });
  return { id: name, config, dataset: { rows } };
}

/** Enough for any budget: three programs come from each. */
const strategies = Array.from({ length: 10 }, (_, n) => `Approach ${String(n)}: ${task}`);

/** The critic's 3 of 5 lets every node down to the depth limit be refined; `distinct` keeps programs out of the cache. */
export function syntheticReply(role: AgentRole, distinct: string): string {
  switch (roleTraits[role].gives) {
    case 'strategies':
      return JSON.stringify({ strategies });
    case 'reflections':
      return JSON.stringify({ reflections: [`Look at the places again. ${distinct} ${task}`] });
    case 'examples':
      return JSON.stringify({ problems: [{ problem: task, plan: task }] });
    case 'plan':
      return JSON.stringify({ plan: task, confidence: 50 });
    case 'score':
      return JSON.stringify({ analysis: `All are off by one. ${task}`, score: 3 });
    case 'verification':
      return JSON.stringify({ analysis: task, accept: false });
    case 'words':
    case 'guidance':
    case 'conversation':
    case 'cases':
    case 'docstring':
    case 'locations':
    case 'script':
    case 'command':
    case 'rating':
    case 'turn':
    case 'assessment':
    case 'introduction':
    case 'vector':
      return task;
    case 'program':
    case 'repair':
      return `Here it is.\n\n\`\`\`python\n# ${distinct}\ndef f(x):\n${programBody}\n    return '${distinct}'\n\`\`\`\n`;
  }
}

const programBody = Array.from(
  { length: 15 },
  (_, n) => `    total_${String(n)} = sum(v for v in x if v % 2 == ${String(n % 2)})`,
).join('\n');

/** Answers at once, in this process. */
export function inProcessModel(): ModelClient {
  return {
    send: async (_, { identity, context }) => ({
      text: syntheticReply(context.role, identity),
      finishReason: 'stop',
      usage: { promptTokens: 500, completionTokens: 200 },
      costUsd: 0,
      latencyMs: 0,
      origin: null,
    }),
  };
}

/** Says at once, in this process, that every test failed. */
export function inProcessSandbox(): Sandbox {
  return {
    fingerprint: 'synthetic',
    check: async ({ tests, ...task }) => ({
      outcomes: tests.map(() => ({
        kind: 'failed' as const,
        assurance: 'data' as const,
        actual: '0',
        error: 'AssertionError',
        cpuMs: 1,
        timeSensitive: false,
      })),
      provenance: provenanceOf(task),
    }),
    run: async (task) => ({
      end: { kind: 'exited', code: 0 },
      stdout: { text: '', bytes: 0, truncated: false },
      stderr: { text: '', bytes: 0, truncated: false },
      cpuMs: 1,
      wallMs: 1,
      timeSensitive: false,
      provenance: provenanceOf(task),
    }),
    close: async () => undefined,
  };
}

function provenanceOf({ seed, limits }: Pick<ScriptTask, 'seed' | 'limits'>): Provenance {
  return {
    provider: 'in-process',
    assurance: 'objects',
    guestHash: 'synthetic',
    python: '3.11',
    seed,
    limits,
  };
}
