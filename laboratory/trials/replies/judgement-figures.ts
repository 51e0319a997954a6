import { modelFamily } from './model-family';
import { isReadAsWanted, judgementKinds } from './judgement-rows';
import type { JudgementRow } from './judgement-rows';

/** Of the replies of a kind by a family of models, how many are read as a careful reader reads them. */
export interface JudgementFigures {
  readonly kind: JudgementRow['kind'] | 'all';
  readonly family: string;
  readonly readable: number;
  readonly read: number;
}

/** By kind, the largest family first and of all together last; then of everything. */
export function judgementFigures(rows: readonly JudgementRow[]): readonly JudgementFigures[] {
  const graded = rows.map((row) => ({
    ...row,
    family: modelFamily(row.model),
    right: isReadAsWanted(row),
  }));
  const figures = (
    kind: JudgementFigures['kind'],
    family: string,
    some: typeof graded,
  ): JudgementFigures => ({
    kind,
    family,
    readable: some.length,
    read: some.filter(({ right }) => right).length,
  });
  const byKind = judgementKinds.flatMap((kind) => {
    const ofKind = graded.filter((row) => row.kind === kind);
    const families = [...new Set(ofKind.map(({ family }) => family))].map((family) =>
      figures(
        kind,
        family,
        ofKind.filter((row) => row.family === family),
      ),
    );
    return [...families.toSorted((a, b) => b.readable - a.readable), figures(kind, 'all', ofKind)];
  });
  return [...byKind, figures('all', 'all', graded)];
}
