import type { OutputPart } from '../../../core/adapters/session';

/** Parts of one kind that follow each other are one text. */
function merged(parts: readonly OutputPart[]): readonly OutputPart[] {
  const whole: OutputPart[] = [];
  for (const part of parts) {
    const before = whole.at(-1);
    const joins = part.kind === 'stdout' || part.kind === 'stderr';
    if (joins && before?.kind === part.kind) {
      whole[whole.length - 1] = { kind: part.kind, text: before.text + part.text };
    } else whole.push(part);
  }
  return whole;
}

/**
 * What of a block's recorded output has not been shown while it ran. Where the record leaves out what was shown, no more
 * of that is said.
 */
export function restOfOutput(
  shown: readonly OutputPart[],
  recorded: readonly OutputPart[],
): readonly OutputPart[] {
  const before = merged(shown);
  const all = merged(recorded);
  for (const [place, part] of all.entries()) {
    const seen = before[place];
    if (JSON.stringify(seen) === JSON.stringify(part)) continue;
    const rest = all.slice(place + 1);
    if (seen === undefined || !('text' in seen) || !('text' in part) || seen.kind !== part.kind) {
      return [part, ...rest];
    }
    if (part.text.startsWith(seen.text)) {
      return [{ ...part, text: part.text.slice(seen.text.length) }, ...rest];
    }
    return seen.text.startsWith(part.text) ? rest : [part, ...rest];
  }
  return [];
}
