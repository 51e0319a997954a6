import { Harness, HarnessPart } from '../../../core/schemas/environment-harness';
import { candidatePolicy } from '../../../core/python-values/comparison-policy';
import type { HarnessContext } from './harness-context';

/** Placeholder for names of cases, in a part whose cases are known only after it is prepared. */
export const anyCase = '*';

type Kept = Pick<HarnessContext, 'blobs'>;

/** sha256 of the stored text. */
export function savePart({ blobs }: Kept, part: HarnessPart): Promise<string> {
  return blobs.put(JSON.stringify(HarnessPart.parse(part)));
}

/** @throws BlobMissingError */
export async function loadPart({ blobs }: Kept, sha256: string): Promise<HarnessPart> {
  return HarnessPart.parse(JSON.parse(await blobs.get(sha256)));
}

/** Its parts; none where there is no harness yet. @throws BlobMissingError */
export async function loadParts(
  { blobs }: Kept,
  sha256: string | null,
): Promise<readonly HarnessPart[]> {
  if (sha256 === null) return [];
  return Harness.parse(JSON.parse(await blobs.get(sha256))).parts;
}

/** Stores a harness of these parts. A part without cases is left out. */
export async function saveHarness(
  { blobs, definition, target }: HarnessContext,
  parts: readonly HarnessPart[],
): Promise<{ readonly harness: string; readonly cases: number }> {
  const harness = Harness.parse({
    target,
    module: definition.module,
    qualname: definition.qualname,
    parts: parts.filter(({ cases }) => cases.length > 0),
    policy: candidatePolicy,
  });
  const cases = harness.parts.reduce((sum, part) => sum + part.cases.length, 0);
  return { harness: await blobs.put(JSON.stringify(harness)), cases };
}

/** Name of a case among the cases of all parts. Each part has its own names. */
export function caseName(part: number, name: string): string {
  return `${String(part)}/${name}`;
}

/** The parts, each with only the named cases. */
export function withCases(
  parts: readonly HarnessPart[],
  names: readonly string[],
): readonly HarnessPart[] {
  const kept = new Set(names);
  return parts.map((part, at) => ({
    ...part,
    cases: part.cases.filter((name) => kept.has(caseName(at, name))),
  }));
}

/** What the results of a part depend on, whichever cases are kept. */
export function partIdentity({ source, blobs }: HarnessPart): object {
  return { source, blobs };
}

/** As jobs take it. */
export async function harnessRequest(
  { blobs, definition, target }: HarnessContext,
  part: Pick<HarnessPart, 'source' | 'cases' | 'blobs'>,
): Promise<object> {
  const loaded = await Promise.all(
    Object.entries(part.blobs).map(async ([name, sha256]): Promise<[string, string]> => [
      name,
      await blobs.get(sha256),
    ]),
  );
  const { module, qualname } = definition;
  return {
    ...{ target, module, qualname },
    ...{ source: part.source, blobs: Object.fromEntries(loaded) },
    cases: part.cases.filter((name) => name !== anyCase),
  };
}

/** The cases of all parts, in their order. */
export function allCases(parts: readonly HarnessPart[]): readonly string[] {
  return parts.flatMap(({ cases }, at) => cases.map((name) => caseName(at, name)));
}
