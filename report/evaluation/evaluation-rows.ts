import type { OfKind } from '../../core/kinds/of-kind';
import type { RunConfig } from '../../core/schemas/run';
import type { OwnRow } from '../kind-report';
import { countText, plural } from '../../core/words/plural';

type EvaluationConfig = OfKind<RunConfig, 'evaluation'>;

/** What a row of a run's table says of its samples. */
function row(
  label: string,
  value: (config: EvaluationConfig) => string | null,
): OwnRow<EvaluationConfig> {
  return { label, value };
}

/** Whose samples were graded, and what was done to them before. */
export const evaluationSettingRows = [
  row('samples', ({ evaluation: { name, source } }) =>
    name === undefined || name === source ? source : `${name} (${source})`,
  ),
  row('sanitised', ({ evaluation: { sanitiser } }) =>
    sanitiser.name === 'none' ? 'no' : sanitiser.name,
  ),
  row('coverage', ({ problems, evaluation: { missing } }) =>
    missing.length === 0
      ? null
      : `${countText(problems.length)} of ${plural(problems.length + missing.length, 'problem')} have samples; the others are left out`,
  ),
];
