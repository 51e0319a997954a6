import { z } from 'zod';

import { usualJobLimits } from '../../../core/adapters/repository';
import type { JobResult, RepositoryCell } from '../../../core/adapters/repository';
import { errorWords } from '../../../core/repository/compare/compare-errors';
import { definitionPlace } from '../../../core/repository/definition-place';
import type { RunExample } from '../../../core/repository/refinement/docstring-checks';
import {
  caseClock,
  caseHashSeed,
  caseSeed,
  watchedCaseLimits,
} from '../../../core/repository/run-terms';
import { wasStopped } from '../../../core/repository/stopped-job';
import { errorOf } from '../../../core/python-values/part-of';
import { treeWords } from '../../../core/python-values/tree-words';
import { SandboxInfraError } from '../../../sandbox';
import { endWords } from '../repository/run-repository-job';
import type { GradedPart } from '../../../core/schemas/environment-harness';

export interface DefinitionInCell {
  readonly cell: Pick<RepositoryCell, 'run'>;
  readonly roots: {
    readonly source: string;
    readonly project: string;
    readonly deps: string;
    readonly tools: string;
  };
  readonly id: string;
  readonly module: string;
  readonly qualname: string;
  readonly signal: AbortSignal;
}

const Types = z.array(z.string());

export const CapturedCalls = z.strictObject({
  types: z.strictObject({
    arguments: z.record(z.string(), Types),
    returns: Types,
    raises: z.array(Types),
  }),
  examples: z.array(z.strictObject({ call: z.string(), outcome: z.string() })),
});
export type CapturedCalls = z.infer<typeof CapturedCalls>;

const Captured = z.object({
  arguments: z.record(z.string(), Types),
  returns: Types,
  raises: z.array(Types),
  examples: z.array(
    z.object({
      call: z.string(),
      outcome: z.union([z.object({ raises: z.unknown() }), z.object({ value: z.unknown() })]),
    }),
  ),
});

/** Number of calls to show. Each takes one or two lines. */
const mostExamples = 8;
const longestOutcome = 200;

/** Arguments and results of the cases' calls of the original; none for cases that cannot be watched. @throws SandboxInfraError */
export async function capturedCalls(
  definition: DefinitionInCell,
  parts: readonly GradedPart[],
): Promise<CapturedCalls> {
  const told: z.infer<typeof Captured>[] = [];
  for (const { source, cases, blobs } of parts) {
    const harness = { ...targetOf(definition), source, cases, blobs };
    const { end } = await runJob(definition, 'capture_calls', {
      harness,
      seed: caseSeed,
      clock: caseClock,
      limits: watchedCaseLimits,
    });
    const captured = end.kind === 'finished' ? Captured.safeParse(end.record).data : undefined;
    if (captured !== undefined) told.push(captured);
  }
  const names = new Set(told.flatMap((one) => Object.keys(one.arguments)));
  const given = [...names]
    .sort()
    .map((name) => [name, distinct(told.flatMap((one) => one.arguments[name] ?? []))] as const);
  const raises = told.flatMap((one) => one.raises);
  return {
    types: {
      arguments: Object.fromEntries(given),
      returns: distinct(told.flatMap((one) => one.returns)),
      raises: raises.filter(([type], at) => raises.findIndex(([one]) => one === type) === at),
    },
    examples: chosen(told.flatMap((one) => one.examples)),
  };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

/** Every outcome is shown once before any is shown again. */
function chosen(examples: z.infer<typeof Captured>['examples']): CapturedCalls['examples'] {
  const worded = examples.map(({ call, outcome }) => ({ call, outcome: outcomeWords(outcome) }));
  const first = worded.filter(
    ({ outcome }, at) => worded.findIndex((one) => one.outcome === outcome) === at,
  );
  const rest = worded.filter((one) => !first.includes(one));
  return [...first, ...rest].slice(0, mostExamples);
}

function outcomeWords(outcome: z.infer<typeof Captured>['examples'][number]['outcome']): string {
  if ('value' in outcome) return treeWords(outcome.value, longestOutcome);
  const error = errorOf(outcome.raises);
  return error === null ? 'raises' : `raises ${errorWords(error)}`;
}

const Examples = z.object({
  examples: z.array(z.tuple([z.string(), z.string(), z.string()])),
  end: z.object({ kind: z.string() }).nullable(),
});

/** Runs a docstring's examples with the original function. If they end their process, they count as one that fails. */
export async function ranExamples(
  definition: DefinitionInCell,
  docstring: string,
): Promise<readonly RunExample[]> {
  const harness = targetOf(definition);
  const { end } = await runJob(definition, 'run_examples', {
    harness,
    docstring,
    clock: caseClock,
    limits: watchedCaseLimits,
  });
  const none = (how: string): readonly RunExample[] => [
    { source: '(all of them)', wanted: 'what they show', got: `no result: ${how}` },
  ];
  if (end.kind !== 'finished') return none(end.kind);
  const read = Examples.safeParse(end.record);
  if (!read.success) return none('more than can be kept');
  const { examples, end: ended } = read.data;
  if (ended?.kind !== 'finished') return none(ended?.kind ?? 'it cannot be imported');
  return examples.map(([source, wanted, got]) => ({ source, wanted, got }));
}

const Documented = z.object({ stub: z.string() });

/**
 * The definition with this docstring and no body. null: Python would read another docstring, or the job failed: an accepted
 * harness does not wait for a better docstring.
 */
export async function documentedStub(
  definition: DefinitionInCell,
  docstring: string,
): Promise<string | null> {
  const place = definitionPlace(definition.id);
  const operations = [{ do: 'document', ...place, docstring }];
  const { end, records } = await runJob(definition, 'stubs', { operations });
  if (end.kind !== 'finished') return null;
  return Documented.safeParse(records[0]).data?.stub ?? null;
}

function targetOf({ id, module, qualname }: DefinitionInCell): object {
  return { target: id, module, qualname };
}

/** @throws SandboxInfraError when the machine stopped the job, which says nothing about the cases or the docstring */
async function runJob(
  { cell, roots, signal }: DefinitionInCell,
  module: string,
  request: object,
): Promise<JobResult> {
  const result = await cell.run(
    { module, request: { ...request, roots } },
    {
      limits: { ...usualJobLimits, wallMs: 10 * usualJobLimits.cpuMs, processes: 128 },
      walls: 'strict',
      hashSeed: caseHashSeed,
      signal,
    },
  );
  if (wasStopped(result.end) && result.end.kind !== 'memory-limit') {
    throw new SandboxInfraError(module, endWords(result.end));
  }
  return result;
}
