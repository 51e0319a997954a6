import { inFence, programInRequest } from './code-in-request';
import { permute, unitOf } from '../seeded';
import type { AnswerOrigin } from '../../../core/schemas/model';
import { recordedHashOf } from '../bank/bank-view';
import type { BankRow } from '../bank/bank-row';
import type { Reply, ReplyRequest, ReplySource } from './reply';

/** The k-th draw of a Solver: the k-th program of a permutation, which starts again past its end. */
export function solverReply(source: ReplySource, request: ReplyRequest): Reply {
  return draw(source, request, 'draw');
}

/**
 * A Debugger answers with a real repair of the program in the request where the bank has one, else as a Solver does
 * with the same draw. The bundled bank has no repairs.
 */
export function debuggerReply(source: ReplySource, request: ReplyRequest): Reply {
  const shown = programInRequest(request.messages);
  const parent = shown === null ? null : recordedHashOf(source.problem, shown);
  const rows = parent === null ? [] : (source.problem.repairs.get(parent) ?? []);
  if (source.kind === 'simulated' || parent === null || rows.length === 0) {
    return draw(source, request, 'solver-rule');
  }
  const repairs = permute(
    numbered(rows),
    ['repair', request.seed, request.problem, parent],
    ({ key }) => key,
  );
  const { row } = at(repairs, request.draw.ordinal);
  return answer(row, {
    rule: row.programHash === parent ? 'recorded-no-change' : 'recorded-repair',
    distinct: new Set(rows.map(({ programHash }) => programHash)).size,
  });
}

function draw(source: ReplySource, request: ReplyRequest, rule: 'draw' | 'solver-rule'): Reply {
  const { rows, ordinal } = groupAndPlace(source, request);
  const order = permute(
    rows,
    ['draw', request.seed, request.problem, request.draw.sample],
    ({ programHash }) => programHash,
  );
  return answer(at(order, ordinal), {
    rule,
    distinct: rows.length,
    repeated: ordinal >= rows.length,
  });
}

/** Which programs a draw is taken from, and how many earlier draws of the attempt were taken from the same ones. */
function groupAndPlace(
  { kind, settings, problem }: ReplySource,
  request: ReplyRequest,
): { readonly rows: readonly BankRow[]; readonly ordinal: number } {
  const { sample, ordinal } = request.draw;
  if (kind === 'recorded') return { rows: problem.drawable, ordinal };
  const isRight = (place: number): boolean =>
    unitOf(['competence', request.seed, request.problem, sample, place]) < settings.competence;
  const right = isRight(ordinal);
  const rows = problem.drawable.filter(({ label }) => (label === true) === right);
  if (rows.length === 0) return { rows: problem.drawable, ordinal };
  let place = 0;
  for (let earlier = 0; earlier < ordinal; earlier += 1) {
    if (isRight(earlier) === right) place += 1;
  }
  return { rows, ordinal: place };
}

/** Rows may hold the same program more than once: each keeps a place of its own in the permutation. */
function numbered(rows: readonly BankRow[]): readonly { row: BankRow; key: string }[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const occurrence = seen.get(row.programHash) ?? 0;
    seen.set(row.programHash, occurrence + 1);
    return { row, key: `${row.programHash}/${String(occurrence)}` };
  });
}

function at<T>(items: readonly T[], ordinal: number): T {
  const item = items[ordinal % items.length];
  if (item === undefined) throw new RangeError('a draw needs at least one program');
  return item;
}

function answer(row: BankRow, origin: AnswerOrigin): Reply {
  return { text: row.reply ?? inFence(row.program), origin };
}
