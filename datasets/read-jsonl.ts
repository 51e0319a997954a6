import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { UsageError } from '../core/errors/errors';
import { systemCode } from '../core/errors/system-code';
import { isRecord } from '../core/values/is-record';
import { parseExactly, quoteMembers } from './exact-json';
import { isParquet, parquetRows } from './parquet-rows';
import { rowError } from './row-error';
import type { JsonRow, RowPlace } from './row-error';
import { reasonOf } from './reason-of';

/** Of rows in EvalPlus's form: lists of arguments, which stay JSON texts, for Python alone to read. */
export const caseInputs = ['base_input', 'plus_input'] as const;

const unzip = promisify(gunzip);

/** Neither the file nor what it unpacks to may be larger. */
const maxFileBytes = 256 * 1024 * 1024;

/**
 * JSON Lines, or a .json file with one object or a list; plain or gzip; or Parquet (both told by their first bytes). Blank lines, a
 * byte-order mark and CR LF are accepted. At most 256 MiB, unpacked. @throws UsageError for a file that is absent, unreadable, not a
 * regular file, too large, empty, damaged gzip, not UTF-8, or holds a line that is not a JSON object; with the line
 * @param spare takes the errors of such lines, which then are left out
 */
export async function readJsonl(
  file: string,
  spare?: (error: UsageError) => void,
): Promise<readonly JsonRow[]> {
  const bytes = await readUnpacked(file);
  if (isParquet(bytes)) return parquetRows(bytes, file);
  const given = wholeDocument(bytes, file) ?? filledLines(bytes, file);
  return given.flatMap((one) => {
    try {
      return [rowOf(one, file)];
    } catch (error) {
      if (spare === undefined || !(error instanceof UsageError)) throw error;
      spare(error);
      return [];
    }
  });
}

/**
 * A file's bytes; of gzip, told by its first bytes, what it packs. At most 256 MiB.
 * @throws UsageError for a file that is absent, unreadable, not a regular file, too large or damaged gzip
 */
export async function readUnpacked(file: string): Promise<Buffer> {
  return unpacked(file, await readBytes(file));
}

/** A line of a file, without the white space around it. */
export interface FilledLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** A member of a list in a .json file. */
interface Member extends Pick<JsonRow, 'line' | 'unit'> {
  readonly member: unknown;
}

/** The lines that are not blank. @throws UsageError where there is none, and for one that is not UTF-8 */
export function filledLines(bytes: Buffer, file: string): readonly FilledLine[] {
  if (bytes.length === 0) throw unusable(file, { problem: 'is empty', remedy: rowsWanted(file) });
  const lines = linesOf(bytes)
    .map((part, index) => ({ line: index + 1, text: textOf(part, { file, line: index + 1 }) }))
    .filter(({ text }) => text !== '');
  if (lines.length > 0) return lines;
  throw unusable(file, { problem: 'holds no rows, only blank lines', remedy: rowsWanted(file) });
}

/** A .json file that is one object or a list of them, however many lines it takes; null when it is something else. */
function wholeDocument(bytes: Buffer, file: string): readonly Member[] | null {
  if (!isWholeDocument(file)) return null;
  let value: unknown;
  try {
    value = parseExactly(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    // Read line by line, which names the line that is wrong.
    return null;
  }
  if (isRecord(value)) return [{ line: 1, member: value }];
  if (!Array.isArray(value)) return null;
  if (value.length === 0) {
    throw unusable(file, { problem: 'is an empty list', remedy: rowsWanted(file) });
  }
  return value.map((member: unknown, index) => ({ line: index + 1, unit: 'row', member }));
}

function rowOf(given: FilledLine | Member, file: string): JsonRow {
  if ('text' in given) return parseLine(given, file);
  const { member, ...place } = given;
  if (isRecord(member)) return { ...place, value: member };
  throw rowError(
    { file, ...place },
    `is ${Array.isArray(member) ? 'a list' : 'a single value'}, not a JSON object`,
    'Make every member of the list a JSON object',
  );
}

function isWholeDocument(file: string): boolean {
  return /\.json(\.gz)?$/.test(file);
}

function rowsWanted(file: string): string {
  return isWholeDocument(file)
    ? 'Give a file with a list of JSON objects, one JSON object, or one a line'
    : 'Give a file with one JSON object a line';
}

interface Trouble {
  readonly problem: string;
  readonly remedy: string;
  readonly cause?: unknown;
}

function unusable(file: string, { problem, remedy, cause }: Trouble): UsageError {
  return new UsageError(`${file} ${problem}`, remedy, { code: 'BAD_DATASET_FILE', cause });
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    const facts = await stat(file);
    if (!facts.isFile()) {
      throw unusable(file, {
        problem: facts.isDirectory() ? 'is a folder' : 'is not a regular file',
        remedy: 'Give the path of a .jsonl or .jsonl.gz file',
      });
    }
    if (facts.size > maxFileBytes) throw tooLarge(file);
    return await readFile(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = systemCode(error) ?? reasonOf(error);
    const absent = reason === 'ENOENT' || reason === 'ENOTDIR';
    throw unusable(file, {
      problem: absent ? 'does not exist' : `cannot be read (${reason})`,
      remedy: absent ? 'Check the path' : 'Make the file readable, or give another one',
      cause: error,
    });
  }
}

function tooLarge(file: string, cause?: unknown): UsageError {
  const problem = `holds more than ${maxFileBytes / 1024 / 1024} MiB`;
  return unusable(file, {
    problem,
    remedy: 'Split the file, or give only the rows you need',
    cause,
  });
}

async function unpacked(file: string, bytes: Buffer): Promise<Buffer> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) {
    if (!file.endsWith('.gz') || bytes.length === 0) return bytes;
    throw unusable(file, {
      problem: 'ends in .gz and is not gzip',
      remedy: 'Compress it with gzip, or take the .gz off its name',
    });
  }
  try {
    return await unzip(bytes, { maxOutputLength: maxFileBytes });
  } catch (error) {
    const code = systemCode(error) ?? reasonOf(error);
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(file, error);
    throw unusable(file, {
      problem: `is damaged gzip (${code})`,
      remedy: 'Copy or download the file again',
      cause: error,
    });
  }
}

function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    lines.push(bytes.subarray(start, end < 0 ? bytes.length : end));
    start = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}

function textOf(bytes: Buffer, place: RowPlace): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    throw rowError(place, 'is not UTF-8 text', 'Save the file as UTF-8 (or compress it with gzip)');
  }
}

function parseLine({ line, text }: FilledLine, file: string): JsonRow {
  const place = { file, line };
  let value: unknown;
  try {
    const ofCases = caseInputs.some((name) => text.includes(JSON.stringify(name)));
    value = parseExactly(ofCases ? quoteMembers(text, caseInputs) : text);
  } catch (error) {
    throw rowError(
      place,
      `is not JSON (${error instanceof Error ? error.message.slice(0, 200) : 'unreadable'})`,
      'Put one JSON object on each line',
    );
  }
  if (!isRecord(value)) {
    throw rowError(
      place,
      `is ${Array.isArray(value) ? 'a list' : 'a single value'}, not a JSON object`,
      'Put one JSON object on each line, without a list around them',
    );
  }
  return { line, value };
}
