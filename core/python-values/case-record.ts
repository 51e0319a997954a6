import { errorOf, isObject, isText } from './part-of';
import type { Tree, TreeError } from './python-value';
import { treeFault } from './walk-tree';

export const caseEnds = ['finished', 'raised', 'timed-out', 'exited', 'killed', 'skipped'] as const;
export type CaseEnd = (typeof caseEnds)[number];

export type CallOutcome = { readonly value: Tree } | { readonly raises: TreeError };

/** One call of the function under test. */
export interface RecordedCall {
  readonly outcome: CallOutcome;
  /** As they are after the call: only those that it changed. */
  readonly arguments: readonly (
    | { readonly index: number; readonly after: Tree }
    | { readonly name: string; readonly after: Tree }
  )[];
  readonly stdout?: Tree;
  /** What was called is the result of that call, counted from 0. */
  readonly of?: number;
}

/** What one case of a harness came to. */
export interface CaseRecord {
  readonly case: string;
  readonly calls: readonly RecordedCall[];
  readonly observations: readonly Tree[];
  readonly end: {
    readonly kind: CaseEnd;
    readonly error?: TreeError;
    readonly status?: number;
    readonly signal?: Tree;
    readonly why?: string;
  };
  /** What it wrote, the files it left, the environment it changed: compared like values. */
  readonly stdout?: Tree;
  readonly files?: Tree;
  readonly environment?: Tree;
}

/** Members of a record that are compared and not looked into by name. */
export const sideEffects = ['stdout', 'files', 'environment'] as const;
/** Members for people and other jobs. */
const asides: readonly string[] = ['feedback', 'trace', 'variant'];

/** A record of a run without its parts for people; null: it is none. A boundary: a candidate's process can write anything. */
export function caseRecordOf(value: unknown): CaseRecord | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value).filter(([key]) => !asides.includes(key));
  const record = Object.fromEntries(entries);
  const { case: name, calls, observations, end } = record;
  const isSound =
    hasOnly(record, ['case', 'calls', 'observations', 'end', ...sideEffects]) &&
    isText(name) &&
    Array.isArray(calls) &&
    calls.every(isCall) &&
    Array.isArray(observations) &&
    observations.every(isTree) &&
    isEnd(end);
  return isSound ? (record as unknown as CaseRecord) : null;
}

function isCall(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { outcome, arguments: changed, of } = value;
  return (
    hasOnly(value, ['outcome', 'arguments', 'stdout', 'of']) &&
    (of === undefined || Number.isSafeInteger(of)) &&
    isOutcome(outcome) &&
    Array.isArray(changed) &&
    changed.every(isChange)
  );
}

function isOutcome(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).length !== 1) return false;
  return 'raises' in value ? isError(value['raises']) : isTree(value['value']);
}

function isChange(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  const { index, name, after } = value;
  return (Number.isSafeInteger(index) || isText(name)) && isTree(after);
}

function isEnd(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, error } = value;
  return (
    hasOnly(value, ['kind', 'error', 'status', 'signal', 'why']) &&
    (caseEnds as readonly unknown[]).includes(kind) &&
    (error === undefined || isError(error))
  );
}

function isError(value: unknown): boolean {
  const error = errorOf(value);
  return error !== null && (error.args === undefined || isTree(error.args));
}

function isTree(value: unknown): boolean {
  return value !== undefined && treeFault(value) === null;
}

function hasOnly(value: object, members: readonly string[]): boolean {
  return Object.keys(value).every((key) => members.includes(key));
}
