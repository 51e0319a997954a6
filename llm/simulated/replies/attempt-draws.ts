import type { AnswerOrigin } from '../../../core/schemas/model';
import type { BankRow } from '../bank/bank-row';
import { permute, unitOf } from '../seeded';
import type { ReplySource } from './reply';

export interface DrawnFor {
  /** The run's. */
  readonly seed: number;
  readonly problem: string;
  readonly sample: number;
}

/** A recorded program, and by which rule it was drawn. */
export interface Drawn {
  readonly row: BankRow;
  readonly origin: AnswerOrigin;
}

/** A pure function of source, attempt and ordinal (rules 3). Orders are remembered: an attempt costs one permutation. */
export class AttemptDraws {
  private readonly orders = new Map<readonly BankRow[], readonly BankRow[]>();
  private readonly repairOrders = new Map<string, readonly BankRow[]>();
  private readonly groups: {
    readonly right: readonly BankRow[];
    readonly wrong: readonly BankRow[];
  };

  constructor(
    private readonly source: ReplySource,
    private readonly asked: DrawnFor,
  ) {
    const { drawable } = source.problem;
    this.groups = {
      right: drawable.filter(({ label }) => label === true),
      wrong: drawable.filter(({ label }) => label !== true),
    };
  }

  /** The k-th draw of a Solver: the k-th program of a permutation, which starts again past its end. */
  solver(ordinal: number): Drawn {
    return this.draw(ordinal, 'draw');
  }

  /**
   * A real repair where the bank has one, else as a Solver.
   * @param parent as the bank knows the program (`recordedHashOf`); null: none is shown
   */
  debugger(ordinal: number, parent: string | null): Drawn {
    const { kind, problem } = this.source;
    const rows = parent === null ? [] : (problem.repairs.get(parent) ?? []);
    if (kind === 'simulated' || parent === null || rows.length === 0) {
      return this.draw(ordinal, 'solver-rule');
    }
    const row = at(this.repairOrder(parent, rows), ordinal);
    return {
      row,
      origin: {
        rule: row.programHash === parent ? 'recorded-no-change' : 'recorded-repair',
        distinct: new Set(rows.map(({ programHash }) => programHash)).size,
      },
    };
  }

  private draw(ordinal: number, rule: 'draw' | 'solver-rule'): Drawn {
    const { rows, place } = this.groupAndPlace(ordinal);
    const row = at(this.order(rows), place);
    return { row, origin: { rule, distinct: rows.length, repeated: place >= rows.length } };
  }

  private order(rows: readonly BankRow[]): readonly BankRow[] {
    const { seed, problem, sample } = this.asked;
    const known = this.orders.get(rows);
    if (known !== undefined) return known;
    const order = permute(rows, ['draw', seed, problem, sample], ({ programHash }) => programHash);
    this.orders.set(rows, order);
    return order;
  }

  private repairOrder(parent: string, rows: readonly BankRow[]): readonly BankRow[] {
    const { seed, problem } = this.asked;
    const known = this.repairOrders.get(parent);
    if (known !== undefined) return known;
    const numberedRows = permute(
      numbered(rows),
      ['repair', seed, problem, parent],
      ({ key }) => key,
    );
    const order = numberedRows.map(({ row }) => row);
    this.repairOrders.set(parent, order);
    return order;
  }

  /** Which programs a draw is taken from, and how many earlier draws of the attempt were taken from the same ones. */
  private groupAndPlace(ordinal: number): {
    readonly rows: readonly BankRow[];
    readonly place: number;
  } {
    const { kind, problem } = this.source;
    if (kind === 'recorded') return { rows: problem.drawable, place: ordinal };
    const right = this.isRight(ordinal);
    const rows = right ? this.groups.right : this.groups.wrong;
    if (rows.length === 0) return { rows: problem.drawable, place: ordinal };
    let place = 0;
    for (let earlier = 0; earlier < ordinal; earlier += 1) {
      if (this.isRight(earlier) === right) place += 1;
    }
    return { rows, place };
  }

  private isRight(ordinal: number): boolean {
    const { seed, problem, sample } = this.asked;
    const chance = unitOf(['competence', seed, problem, sample, ordinal]);
    return chance < this.source.settings.competence;
  }
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

function at(rows: readonly BankRow[], ordinal: number): BankRow {
  const row = rows[ordinal % rows.length];
  if (row === undefined) throw new RangeError('a draw needs at least one program');
  return row;
}
