import { SuitePartKind } from '../../core/schemas/environment-suite';

/** A part of a suite's file: what follows a line `# %% <kind> <name>`. */
export interface SuitePart {
  readonly kind: SuitePartKind;
  readonly name: string;
  readonly text: string;
}

/** Splits the file of a suite where an editor sees cells. Blank lines before the next part belong to none. */
export function suiteParts(file: string): { readonly top: string; readonly parts: SuitePart[] } {
  const [top = '', ...rest] = file.split(/^# %% /mu);
  const parts = rest.map((part) => {
    const [title = '', ...lines] = part.trimEnd().split('\n');
    const [kind, ...name] = title.split(' ');
    return {
      kind: SuitePartKind.parse(kind),
      name: name.join(' '),
      text: lines.map((line) => `${line}\n`).join(''),
    };
  });
  return { top, parts };
}

/** Splits off the lines `# key: value` that a text begins with. */
export function splitHead(text: string): { readonly head: object; readonly rest: string } {
  const [lines = ''] = /^(?:# \w+: .*\n)*/u.exec(text) ?? [];
  const pairs = [...lines.matchAll(/^# (\w+): (.*)$/gmu)].map(([, key, value]) => [key, value]);
  return { head: Object.fromEntries(pairs) as object, rest: text.slice(lines.length) };
}
