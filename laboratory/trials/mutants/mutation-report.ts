import { z } from 'zod';

/** The part of Stryker's report that is read here (mutation-testing-report-schema 2). */
export const MutationReportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      mutants: z.array(
        z.object({
          status: z.string(),
          replacement: z.string().optional(),
          location: z.object({ start: z.object({ line: z.number() }) }),
        }),
      ),
    }),
  ),
});
export type MutationReport = z.infer<typeof MutationReportSchema>;

export interface FolderScore {
  readonly folder: string;
  readonly caught: number;
  /** Mutants that no test fails, whether a test runs their line or not. */
  readonly survived: number;
}

export interface Survivor {
  readonly file: string;
  readonly line: number;
  /** The text in the place of the right one. */
  readonly replacement: string;
}

const caught = new Set(['Killed', 'Timeout']);
const survived = new Set(['Survived', 'NoCoverage']);

/**
 * Caught and surviving mutants by folder, in the order of the report. A mutant is counted in the first of the folders that its
 * file is in. Mutants that do not compile, or that Stryker ignored, are not counted.
 */
export function scoresOf(
  { files }: MutationReport,
  folders: readonly string[],
): readonly FolderScore[] {
  return folders.map((folder) => {
    const statuses = Object.entries(files)
      .filter(([file]) => folders.find((one) => file.startsWith(`${one}/`)) === folder)
      .flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
    const count = (kinds: ReadonlySet<string>): number =>
      statuses.filter((status) => kinds.has(status)).length;
    return { folder, caught: count(caught), survived: count(survived) };
  });
}

export function survivorsIn({ files }: MutationReport): readonly Survivor[] {
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => survived.has(status))
      .map(({ location, replacement = '' }) => ({ file, line: location.start.line, replacement })),
  );
}
