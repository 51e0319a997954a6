import { ModelAnswer } from '../../core/schemas/model';
import { newBlob, readBlob, type NewBlob } from '../blobs';
import { RecordUnreadableError } from '../errors';
import { asStored } from '../packed-text';
import type { Queries } from '../store-context';
import { parseStored, toStoredJson } from '../stored-json';

const AnswerColumn = ModelAnswer.omit({ text: true });

/** An answer in its two parts: the text as a blob, the rest as JSON. */
export interface PackedAnswer {
  readonly text: NewBlob;
  readonly json: string;
  /** The answer as every later reader will see it. */
  readonly answer: ModelAnswer;
}

export function packAnswer(given: ModelAnswer): PackedAnswer {
  const { text, ...rest } = given;
  return {
    text: newBlob(text),
    json: toStoredJson(rest),
    answer: { ...given, text: asStored(text) },
  };
}

export interface AnswerRow {
  readonly identity: string;
  readonly answer: string | null;
  readonly text_sha256: string | null;
}

/** @throws RecordUnreadableError, BlobMissingError */
export async function readAnswer(db: Queries, row: AnswerRow): Promise<ModelAnswer> {
  const what = `answer ${row.identity}`;
  if (row.answer === null || row.text_sha256 === null) {
    throw new RecordUnreadableError(what, { finding: 'it is marked as answered without one' });
  }
  const rest = parseStored(AnswerColumn, row.answer, what);
  return { text: await readBlob(db, row.text_sha256), ...rest };
}
