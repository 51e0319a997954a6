import { UsageError } from '../core/errors/errors';
import { assuranceLevels } from '../core/schemas/verdict';

/** `ID=LEVEL,ID=LEVEL` by id. @throws UsageError for what is no such list, or names a problem twice */
export function levelsFlag(typed: string): Readonly<Record<string, string>> {
  const levels = new Map<string, string>();
  for (const part of typed.split(',')) {
    const [id = '', level = ''] = part.split(/=(?=[^=]*$)/).map((word) => word.trim());
    if (id === '' || level === '' || levels.has(id)) {
      const problem = levels.has(id) ? `names ${id} twice` : 'must be ID=LEVEL, ID=LEVEL and so on';
      throw new UsageError(
        `--assurance-of ${JSON.stringify(typed)} ${problem}`,
        `Say each problem's level once: ${assuranceLevels.join(', ')}`,
        { code: 'BAD_FLAG' },
      );
    }
    levels.set(id, level);
  }
  return Object.fromEntries(levels);
}
