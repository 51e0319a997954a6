import type { SourceProblem, SourceRow } from '../../core/schemas/source-row';
import type { Questions } from './questions';
import type { RawRow } from './raw-row';

/** What a row holds, before its white space is normalised. */
export interface FormRow extends Pick<SourceRow, 'query' | 'answer'> {
  /** As the row says. Absent: told by its first code block. */
  readonly lang?: string | undefined;
  /** Its texts stay as the source has them. */
  readonly problem?: SourceProblem | undefined;
  readonly turns?: SourceRow['turns'];
}

/** A way in which published sets write a row. Another one is a file and a row of the table in `forms.ts`. */
export interface SourceForm {
  readonly name: string;
  /** The columns that it needs, for messages. */
  readonly columns: string;
  readonly recognises: (columns: ReadonlySet<string>) => boolean;
  /** Its rows are problems with a slug, so a table of questions may say more of them. */
  readonly hasSlug?: true;
  /** @throws RowFault */
  readonly toRow: (raw: RawRow, questions: Questions) => FormRow;
}

/** Has all these columns. */
export const hasAll =
  (...names: readonly string[]) =>
  (columns: ReadonlySet<string>): boolean =>
    names.every((name) => columns.has(name));
