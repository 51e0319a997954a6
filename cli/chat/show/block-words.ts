import type { RunBlock } from '../../../core/schemas/dialogue';
import { plural } from '../../../report/number-text';

/** What has to be said of a block beside what it wrote; empty: nothing. */
export function blockWords({ end, rebuilt }: RunBlock): readonly string[] {
  return [...rebuiltWords(rebuilt), ...endWords(end)];
}

function endWords(end: RunBlock['end']): readonly string[] {
  switch (end) {
    case 'finished':
    case 'raised':
      return [];
    case 'interrupted':
      return ['it took too long and was stopped; what it had made by then is there'];
    case 'lost':
      return ['the process of the session is gone, and everything that earlier blocks had made'];
    case 'input-refused':
      return ['not run: it asks for input, and nobody can answer in there'];
  }
}

function rebuiltWords(rebuilt: RunBlock['rebuilt']): readonly string[] {
  if (rebuilt === null) return [];
  const { blocks, different } = rebuilt;
  const besides = different.length === 0 ? '' : `; not the same as before: ${different.join(', ')}`;
  return [`the session was made again by running ${plural(blocks, 'earlier block')}${besides}`];
}
