import { compareCase } from '../../../core/repository/compare/compare-outcomes';
import { isComparable } from '../../../core/python-values/comparable';
import { exactPolicy } from '../../../core/python-values/comparison-policy';
import {
  docstringExamples,
  exampleCases,
  exampleName,
  holds,
  textName,
} from '../../../core/repository/docstring-examples';
import type { CaseRecord } from '../../../core/python-values/case-record';
import { GradedHarness } from '../../../core/schemas/environment-harness';
import type { GradedPart, HarnessPart, ShownCase } from '../../../core/schemas/environment-harness';
import type { HarnessContext } from './harness-context';
import { knownOriginalRun, originalRunOf } from './original-run';
import type { OriginalRun } from './original-run';
import { anyCase } from './stored-harness';

/**
 * Stores what grades candidates with an accepted harness, and the examples of the docstring to show: the examples that hold
 * for the original in two runs. Returns the sha256 of the stored `GradedHarness`.
 * @param parts of the harness, in order
 * @param docstring as models read it
 */
export async function saveGraded(
  context: HarnessContext,
  parts: readonly GradedPart[],
  docstring: string,
): Promise<string> {
  const shown = await shownExamples(context, docstring);
  const harness = GradedHarness.parse({ format: 1, parts, shown });
  return context.blobs.put(JSON.stringify(harness));
}

/** A part as cells run it, with the records of the original. @throws HarnessOutdatedError when the part now fails */
export async function gradedPart(context: HarnessContext, part: HarnessPart): Promise<GradedPart> {
  const { prepared, first } = await knownOriginalRun(context, part);
  const blobs = await Promise.all(
    Object.entries(part.blobs).map(async ([name, hash]): Promise<[string, string]> => [
      name,
      await context.blobs.get(hash),
    ]),
  );
  const records = new Map(first.map((record) => [record.case, record]));
  return {
    ...{ source: prepared.source, written: part.source, cases: part.cases },
    blobs: Object.fromEntries(blobs),
    expected: part.cases.flatMap((name) => records.get(name) ?? []),
  };
}

async function shownExamples(context: HarnessContext, docstring: string): Promise<ShownCase[]> {
  const examples = docstringExamples(docstring, context.definition.name);
  if (examples.length === 0) return [];
  const original = await originalRunOf(context, {
    ...{ source: exampleCases(examples), cases: [anyCase], blobs: {} },
    provenance: { generator: 'transplant', round: 1 },
  });
  if ('reason' in original) return [];
  return examples.flatMap((example, at): ShownCase[] => {
    const name = exampleName(at);
    const [own, text] = [steady(original, name), steady(original, textName(at))];
    if (own === null || text === null || !isComparable(own) || !holds(example, text)) return [];
    const { source } = original.prepared;
    const part = { source, cases: [name], blobs: {}, expected: [own] };
    return [{ source: example.shown, part }];
  });
}

/** The record of a case that both runs gave. null: the runs differ. */
function steady({ first, second }: OriginalRun, name: string): CaseRecord | null {
  const [one, other] = [recordOf(first, name), recordOf(second, name)];
  if (one === undefined || other === undefined) return null;
  return compareCase(one, other, exactPolicy) === null ? one : null;
}

function recordOf(records: readonly CaseRecord[], name: string): CaseRecord | undefined {
  return records.find((record) => record.case === name);
}
