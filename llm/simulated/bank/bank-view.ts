import { UsageError } from '../../../core/errors/errors';
import { programHashOf } from './bank-row';
import { changesIn, isPatch } from './changes-in';
import { definitionsIn } from './definitions-in';
import type { LocationLine } from './patch-line';
import type { Bank } from './load-bank';
import type { BankRow } from './bank-row';

/** What a bank offers for one problem. */
export interface ProblemBank {
  /** Distinct programs that a Solver may draw: the first row of each, in file order. */
  readonly drawable: readonly BankRow[];
  /** Rows of real repairs, by the hash of the program they were made from. */
  readonly repairs: ReadonlyMap<string, readonly BankRow[]>;
  /** Whether a program passed the hidden tests when it was recorded, by its hash. */
  readonly labels: ReadonlyMap<string, boolean>;
  /** Hash of the first program with these definitions, or of the first patch with these changes, whatever else is in it. */
  readonly byContent: ReadonlyMap<string, string>;
  /** Whether its programs are patches of a repository. */
  readonly isPatched: boolean;
  /** Recorded localisations of it, in file order. */
  readonly locations: readonly LocationLine[];
}

export interface BankView {
  readonly bank: Bank;
  readonly bankModel: string | null;
  /** Only problems that a Solver can draw a program for. */
  readonly problems: ReadonlyMap<string, ProblemBank>;
}

/** @param bankModel absent: all rows @throws UsageError when no row is of that model, naming those there are. */
export function viewBank(bank: Bank, bankModel?: string): BankView {
  const rows =
    bankModel === undefined ? bank.rows : bank.rows.filter(({ model }) => model === bankModel);
  if (rows.length === 0) throw unknownModel(bank, bankModel);
  const byProblem = new Map<string, BankRow[]>();
  for (const row of rows) append(byProblem, row.problem, row);
  const locations = new Map<string, LocationLine[]>();
  for (const line of bank.locations) append(locations, line.instance_id, line);
  const problems = new Map<string, ProblemBank>();
  for (const [problem, own] of byProblem) {
    const view = viewProblem(own, locations.get(problem) ?? []);
    if (view.drawable.length > 0) problems.set(problem, view);
  }
  return { bank, bankModel: bankModel ?? null, problems };
}

/** Those of the given problems that the bank has no program for, in the order given. */
export function missingProblems(view: BankView, ids: readonly string[]): readonly string[] {
  return ids.filter((id) => problemIn(view, id) === undefined);
}

/** Sources write the name of a family of problems in upper or lower case (`Mbpp/2`, `MBPP/2`). */
export function problemIn({ problems }: BankView, id: string): ProblemBank | undefined {
  const exact = problems.get(id);
  if (exact !== undefined) return exact;
  const wanted = familyFolded(id);
  return [...problems].find(([known]) => familyFolded(known) === wanted)?.[1];
}

/**
 * The hash of the text, or of a program with the same definitions, as replies lose examples and calls, or of a patch with
 * the same changes, as it is made anew against the base; else the text's.
 */
export function recordedHashOf(problem: ProblemBank, program: string): string {
  const exact = programHashOf(program);
  if (problem.labels.has(exact) || problem.repairs.has(exact)) return exact;
  return problem.byContent.get(contentOf(program)) ?? exact;
}

export function familyFolded(id: string): string {
  const family = id.slice(0, Math.max(0, id.indexOf('/')));
  return family.toLowerCase() + id.slice(family.length);
}

/** Empty: nothing that a program is known by. */
function contentOf(program: string): string {
  return isPatch(program) ? changesIn(program) : definitionsIn(program);
}

function viewProblem(rows: readonly BankRow[], locations: readonly LocationLine[]): ProblemBank {
  const drawable = new Map<string, BankRow>();
  const repairs = new Map<string, BankRow[]>();
  const labels = new Map<string, boolean>();
  const byContent = new Map<string, string>();
  for (const row of rows) {
    if (row.drawable && !drawable.has(row.programHash)) drawable.set(row.programHash, row);
    if (row.parent !== null) append(repairs, row.parent, row);
    if (row.label !== null && !labels.has(row.programHash)) labels.set(row.programHash, row.label);
    const content = contentOf(row.program);
    if (content !== '' && !byContent.has(content)) byContent.set(content, row.programHash);
  }
  const isPatched = [...drawable.values()].some(({ program }) => isPatch(program));
  return { drawable: [...drawable.values()], repairs, labels, byContent, isPatched, locations };
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function unknownModel(bank: Bank, bankModel: string | undefined): UsageError {
  const known = [...new Set(bank.rows.map(({ model }) => model))].sort();
  return new UsageError(
    `the bank ${bank.files.join(',')} has no program of the model ${JSON.stringify(bankModel ?? '')}`,
    `Give --bank-model one of: ${known.join(', ')}`,
    { code: 'BANK_MODEL_UNKNOWN' },
  );
}
