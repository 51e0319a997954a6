import type { EnvironmentRecord } from '../../../core/schemas/environment';
import { treesOf } from '../../../core/python-values/comparable';
import { policyFor } from '../../../core/python-values/comparison-policy';
import { BuiltHarness } from '../../../core/schemas/environment-built';
import { Harness } from '../../../core/schemas/environment-harness';
import type { GradedPart } from '../../../core/schemas/environment-harness';
import { Instance } from '../../../core/schemas/environment-instance';
import { definitionTexts } from './definition-texts';
import type { HarnessContext } from './harness-context';
import { gradedPart, saveGraded } from './graded-harness';
import { HarnessOutdatedError } from './harness-facts';
import { foundOf } from './minimise-harness';
import { retrievalContexts } from './slice-function';

/** An accepted harness with all facts about it. */
export interface Built {
  readonly built: BuiltHarness;
  /** Prepared, with the records of the original: what candidates are judged by. */
  readonly parts: readonly GradedPart[];
}

/** The result of an accepted plan, from what its steps stored. @throws HarnessOutdatedError */
export async function builtHarness(
  context: HarnessContext,
  environment: EnvironmentRecord,
  sha256: string,
): Promise<Built> {
  const { blobs, definition, target } = context;
  const harness = Harness.parse(JSON.parse(await blobs.get(sha256)));
  const { measures, coverage, survivors } = await foundOf(context, sha256);
  const texts = await definitionTexts(context);
  if (texts === null) throw new HarnessOutdatedError(`the text of ${target} is not to be had`);
  const parts = await Promise.all(harness.parts.map((part) => gradedPart(context, part)));
  const expected = await blobs.put(JSON.stringify(parts.map((part) => part.expected)));
  const policy = policyFor(parts.flatMap((part) => part.expected.flatMap(treesOf)));
  const { path, module, qualname, name, className, lines, docstring } = definition;
  const instance = Instance.parse({
    format: 1,
    id: target,
    repository: environment.repository,
    environment: {
      sha256: environment.sha256,
      lock: environment.lock,
      python: environment.python,
    },
    definition: {
      ...{ path, module, qualname, name, className, lines },
      signature: texts.signature,
      source: texts.definition,
      stub: texts.stub,
      changed: null,
    },
    docstring: { text: docstring ?? '', by: 'original', faults: [] },
    contexts: await retrievalContexts(context),
    ...{ harness: { ...harness, policy }, expected, measures },
    graded: await saveGraded(context, parts, docstring ?? ''),
  });
  const built = BuiltHarness.parse({
    format: 1,
    instance,
    ...{ coverage, survivors },
    dropped: measures.flakes.map(({ case: flake, cause }) => ({
      case: flake,
      reason: { code: 'flaky', cause },
    })),
  });
  return { built, parts };
}
