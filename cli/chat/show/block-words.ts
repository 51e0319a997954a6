import type { RunBlock } from '../../../core/schemas/dialogue';
import { plural } from '../../../core/words/plural';

/** What has to be said of a block's end beside what it wrote; null: nothing. */
export function endWords({ end }: Pick<RunBlock, 'end'>): string | null {
  switch (end) {
    case 'finished':
    case 'raised':
      return null;
    case 'interrupted':
      return 'it took too long and was stopped; what it had made by then is there';
    case 'lost':
      return 'the process of the session is gone, and everything that earlier blocks had made';
    case 'input-refused':
      return 'not run: it asks for input, and nobody can answer in there';
  }
}

/** What became of the session before the block; null: it was there. */
export function rebuiltWords({ rebuilt }: Pick<RunBlock, 'rebuilt'>): string | null {
  if (rebuilt === null) return null;
  const { blocks, different } = rebuilt;
  const besides = different.length === 0 ? '' : `; not the same as before: ${different.join(', ')}`;
  return `the session was made again by running ${plural(blocks, 'earlier block')}${besides}`;
}
