import type { z } from 'zod';

import { textOfAnswer } from '../../../core/replies/text-of-answer';
import type { AttemptKey } from '../../../core/durable/attempt-key';
import { docstringComplaints } from '../../../core/repository/refinement/docstring-checks';
import type { DocstringComplaint } from '../../../core/repository/refinement/docstring-checks';
import {
  docstringRequest,
  readDocstring,
} from '../../../core/repository/refinement/docstring-request';
import { definitionParts, leakedRun } from '../../../core/repository/shared-run';
import type { GradedPart } from '../../../core/schemas/environment-harness';
import type { Instance } from '../../../core/schemas/environment-instance';
import type { RunConfig } from '../../../core/schemas/run';
import type { OfKind } from '../../../core/kinds/of-kind';
import type { ActivityDependencies } from '../../dependencies';
import { CallBudgetSpentError } from '../../model/ask-model';
import { askRole } from '../../model/ask-role';
import type { DurableContext } from '../../work/durable';
import { environmentAsker } from '../environment-asker';
import { CapturedCalls, capturedCalls, documentedStub, ranExamples } from './docstring-jobs';
import type { DefinitionInCell } from './docstring-jobs';
import { writtenFromSpec } from './written-from-spec';

/** Number of requests for a docstring before the present docstring is kept. */
const mostRounds = 2;
const usualSpecSamples = 3;

export interface RefinementInput {
  readonly attempt: AttemptKey;
  readonly config: OfKind<RunConfig, 'environment'>;
  /** With the docstring that the repository has. */
  readonly instance: Instance;
  /** Prepared, with the records of the original. */
  readonly parts: readonly GradedPart[];
  /** On the instance's environment. Not held while a model is asked or programs are graded: grading needs cells. */
  readonly inCell: <T>(work: (cell: DefinitionInCell['cell']) => Promise<T>) => Promise<T>;
  readonly roots: DefinitionInCell['roots'];
  /** The earlier results of these parts, or their results now. A retry asks the model the same. */
  readonly known: <T extends object>(schema: z.ZodType<T>, make: () => Promise<T>) => Promise<T>;
}

/**
 * The instance with a more precise docstring by a model, accepted if its examples hold, it does not repeat the body, and the
 * recorded calls agree with it. Otherwise the present docstring stays, with the reasons against the new one. Its sufficiency
 * is the share of programs, written from it alone, that the harness accepts.
 * @throws what asking a model, running a job and grading throw. The end of the budget is noted instead
 */
export async function refineDocstring(
  dependencies: ActivityDependencies,
  durable: DurableContext,
  input: RefinementInput,
): Promise<Instance> {
  const refinement = new Refinement(dependencies, durable, input);
  const docstring = await refinement.standing();
  const { specSamples: samples = usualSpecSamples } = input.config.environment;
  const instance = refinement.withDocstring(docstring);
  const written =
    samples === 0
      ? null
      : await withinBudget(writtenFromSpec(dependencies, durable, { ...input, instance, samples }));
  if (written === 'over-budget') return noted(instance, { unanswered: 'over-budget' });
  if (written === null) return instance;
  const faults = written.accepted === 0 ? (['under-specified'] as const) : [];
  return noted(instance, { written, faults: [...faults] });
}

interface Standing {
  readonly docstring: Instance['docstring'];
  readonly stub: string;
}

class Refinement {
  constructor(
    private readonly dependencies: ActivityDependencies,
    private readonly durable: DurableContext,
    private readonly input: RefinementInput,
  ) {}

  private inCell<T>(work: (definition: DefinitionInCell) => Promise<T>): Promise<T> {
    const { inCell, instance, roots } = this.input;
    const { module, qualname } = instance.definition;
    const { signal } = this.durable;
    return inCell((cell) => work({ cell, roots, id: instance.id, module, qualname, signal }));
  }

  withDocstring({ docstring, stub }: Standing): Instance {
    const { instance } = this.input;
    return { ...instance, docstring, definition: { ...instance.definition, stub } };
  }

  /** The refined docstring, or the present docstring with the reasons against the others. */
  async standing(): Promise<Standing> {
    const { instance, parts, known } = this.input;
    const { stub, source } = instance.definition;
    const captured = await known(CapturedCalls, () =>
      this.inCell((definition) => capturedCalls(definition, parts)),
    );
    let refused: Instance['docstring']['refused'];
    for (let ordinal = 0; ordinal < mostRounds; ordinal += 1) {
      const lacks =
        refused === undefined
          ? null
          : { docstring: refused.text, words: refused.complaints.map(({ words }) => words) };
      const asked = await this.ask(ordinal, captured, lacks);
      if (asked === 'over-budget') {
        return { docstring: { ...instance.docstring, ...said(refused), unanswered: asked }, stub };
      }
      const { text } = asked;
      if (text === null) continue;
      const checked = await this.inCell((definition) =>
        checkedDocstring(definition, source, text, captured),
      );
      if (checked === null) continue;
      const { complaints, stub: documented } = checked;
      if (complaints.length === 0) {
        return { docstring: { text, by: 'refined', faults: [] }, stub: documented };
      }
      refused = { text, complaints: [...complaints] };
    }
    const none = refused === undefined ? ({ unanswered: 'no-docstring' } as const) : {};
    return { docstring: { ...instance.docstring, ...said(refused), ...none }, stub };
  }

  /** null: the reply holds no docstring, or is not whole. */
  private async ask(
    ordinal: number,
    { types, examples }: CapturedCalls,
    lacks: Parameters<typeof docstringRequest>[1],
  ): Promise<{ readonly text: string | null } | 'over-budget'> {
    const { attempt, config, instance, parts } = this.input;
    const { source, signature } = instance.definition;
    const cases = parts.map((part) => part.source).join('\n\n');
    const subject = { definition: source, signature, captured: types, cases, examples };
    const asked = await withinBudget(
      askRole(this.dependencies, this.durable, {
        ...{ attempt, ordinal, format: null, repairs: 0, temperature: config.temperature ?? 0 },
        asker: environmentAsker(attempt.run, config),
        role: 'docstring-writer',
        model: config.model.name,
        purpose: {
          kind: 'environment',
          request: `${instance.id}/docstring/${String(ordinal + 1)}`,
        },
        messages: docstringRequest(subject, lacks),
        parse: (text) => ({ ok: true, value: text }),
      }),
    );
    if (asked === 'over-budget') return asked;
    const { answer } = asked;
    return { text: answer.finishReason === 'stop' ? readDocstring(textOfAnswer(answer)) : null };
  }
}

/** null: Python would not read this docstring back. */
async function checkedDocstring(
  definition: DefinitionInCell,
  source: string,
  docstring: string,
  { types: captured }: CapturedCalls,
): Promise<{ stub: string; complaints: readonly DocstringComplaint[] } | null> {
  const stub = await documentedStub(definition, docstring);
  if (stub === null) return null;
  const leaked = leakedRun(docstring, definitionParts(source));
  const examples = await ranExamples(definition, docstring);
  const facts = { docstring, leaked, examples, captured, written: null };
  return { stub, complaints: docstringComplaints(facts) };
}

function said(refused: Instance['docstring']['refused']): Pick<Instance['docstring'], 'refused'> {
  return refused === undefined ? {} : { refused };
}

function noted(instance: Instance, more: Partial<Instance['docstring']>): Instance {
  return { ...instance, docstring: { ...instance.docstring, ...more } };
}

async function withinBudget<T>(asking: Promise<T>): Promise<T | 'over-budget'> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof CallBudgetSpentError) return 'over-budget';
    throw error;
  }
}
