import { UsageError } from '../../core/errors/errors';
import { terminalLine } from '../terminal-safe';

const mostNamed = 10;

/** What ids are asked for by: `what` as the error says it, `remedy` where they can be seen. */
export interface IdKind {
  readonly what: string;
  readonly code: { readonly unknown: string; readonly ambiguous: string };
  readonly remedy: string;
}

/**
 * The id that somebody means who typed it, or a part of it: the first of these that any id fits, if it is one alone. The
 * whole id; without the number of the definition; what stands behind a `::`; the last name; a beginning; anything within.
 * @throws UsageError naming the candidates, when there are none or several
 */
export function idMeant(ids: readonly string[], given: string, kind: IdKind): string {
  for (const fits of readings(given)) {
    const found = ids.filter(fits);
    const [only, ...others] = found;
    if (only === undefined) continue;
    if (others.length === 0) return only;
    throw new UsageError(
      `${kind.what} ${terminalLine(given)} may be any of ${String(found.length)}: ${named(found)}`,
      'Type more of the one that is meant',
      { code: kind.code.ambiguous },
    );
  }
  const some = ids.length === 0 ? 'there is none' : `there are ${named(ids)}`;
  throw new UsageError(`no ${kind.what} ${terminalLine(given)}: ${some}`, kind.remedy, {
    code: kind.code.unknown,
  });
}

function readings(given: string): readonly ((id: string) => boolean)[] {
  if (given === '') return [];
  const withoutNumber = (id: string): string => id.replace(/#\d+$/u, '');
  return [
    (id) => id === given,
    (id) => withoutNumber(id) === given,
    (id) => id.endsWith(`::${given}`) || withoutNumber(id).endsWith(`::${given}`),
    (id) => /[^.:/]*$/u.exec(withoutNumber(id))?.[0] === given,
    (id) => id.startsWith(given),
    (id) => id.includes(given),
  ];
}

function named(ids: readonly string[]): string {
  const more = ids.length - mostNamed;
  return [
    ...ids.slice(0, mostNamed).map(terminalLine),
    ...(more > 0 ? [`and ${String(more)} more`] : []),
  ].join(', ');
}
