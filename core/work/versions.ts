import { extractionVersion } from '../agents/extraction-version';
import { gradingVersion } from '../grading/grading-version';
import type { RunConfig, RunVersions } from '../schemas/run';
import { workRow } from '../kinds/kinds';

/** The versions under which a run of this configuration would be made today. */
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

/** In which of them two runs differ, as people say it; a run of before they were kept differs in all. */
export function differingVersions(
  left: RunVersions | undefined,
  right: RunVersions | undefined,
): readonly string[] {
  return named.filter(([key]) => left?.[key] !== right?.[key]).map(([, name]) => name);
}
