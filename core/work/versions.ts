import { extractionVersion } from '../agents/extraction-version';
import { gradingVersion } from '../grading/grading-version';
import type { RunConfig, RunVersions } from '../schemas/run';
import { workRow } from '../kinds/kinds';

/** The versions that a run of this configuration would have today. */
export function versionsOf(config: RunConfig, sha256: (text: string) => string): RunVersions {
  const prompts = workRow(config.kind).promptsSha256(config, sha256);
  return {
    ...(prompts === null ? {} : { prompts }),
    extraction: extractionVersion,
    grading: gradingVersion,
  };
}

const named: readonly (readonly [keyof RunVersions, string])[] = [
  ['prompts', 'prompts'],
  ['extraction', 'reading of replies'],
  ['grading', 'grading'],
];

/** The versions in which two runs differ, in words. A run from before versions were recorded differs in all. */
export function differingVersions(
  left: RunVersions | undefined,
  right: RunVersions | undefined,
): readonly string[] {
  return named.filter(([key]) => left?.[key] !== right?.[key]).map(([, name]) => name);
}
