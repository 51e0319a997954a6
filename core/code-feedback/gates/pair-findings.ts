import type { GateFinding } from '../../kinds/dataset/schema';
import type { RecipeGates } from '../../schemas/recipe';
import type { SourceRow } from '../../schemas/source-row';
import type { Gate } from './gate';
import { length } from './length';
import { personalData } from './personal-data';
import { promptRemnant } from './prompt-remnant';
import { refusal } from './refusal';
import { secrets } from './secrets';

/** What no published text may have, whether it is right or wrong. */
const forEveryText: readonly Gate[] = [length, refusal, promptRemnant, secrets, personalData];

/** Asks the gates about both answers of a preference pair, which need not be in the dialogue itself. */
export function pairFindings(row: SourceRow, settings: RecipeGates): readonly GateFinding[] {
  const { query, preference } = row;
  if (preference === undefined) return [];
  return (['chosen', 'rejected'] as const).flatMap((part) => {
    const turns = [
      { role: 'user' as const, content: query },
      { role: 'assistant' as const, content: preference[part] },
    ];
    const pair = { method: 'keep' as const, rows: [row], turns, steps: [], settings };
    return forEveryText.flatMap(({ name, finds }) => {
      const why = settings.off.includes(name) ? null : finds({ ...pair, benchmarks: null });
      return why === null ? [] : [{ gate: name, why: `${part} answer of the pair: ${why}` }];
    });
  });
}
