import { readReply } from '../../../core/replies/read-reply';

/** The function that a request is about, as far as its text shows it. */
export interface AskedSubject {
  readonly module: string;
  readonly qualname: string;
  readonly name: string;
  /** null: a function. */
  readonly className: string | null;
  /** Of a method: what it is called on. */
  readonly receiver: 'object' | 'class';
  /** Its definition, to the end of the code. */
  readonly code: string;
  /** Between the parentheses of its `def`. */
  readonly signature: string;
}

export interface Parameter {
  readonly name: string;
  readonly kind: 'positional' | 'keyword' | 'variadic';
  /** Empty: there is none. */
  readonly annotation: string;
  readonly hasDefault: boolean;
}

/** null: the text asks about no function, or does not show it. */
export function subjectIn(text: string): AskedSubject | null {
  const asked =
    /Write cases for the (?:function|method) `([^`]+)` of the module `([^`]+)`(?:; the class `([^`]+)`)?/u.exec(
      text,
    );
  const [, qualname = '', module = '', className] = asked ?? [];
  const name = qualname.slice(qualname.lastIndexOf('.') + 1);
  const shown = readReply(text).blocks[0]?.text ?? '';
  const found = definitionIn(shown, name);
  if (asked === null || found === null) return null;
  const { code, signature, decorators } = found;
  const receiver = /@(?:staticmethod|classmethod)\b/u.test(decorators) ? 'class' : 'object';
  return { module, qualname, name, className: className ?? null, receiver, code, signature };
}

export function definitionIn(
  shown: string,
  name: string,
): { readonly code: string; readonly signature: string; readonly decorators: string } | null {
  const heads = [...shown.matchAll(/^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*\(/gmu)];
  const head = heads.findLast(([, found]) => found === name);
  if (head === undefined) return null;
  const open = head.index + head[0].length;
  const end = closing(shown, open);
  const before = shown.slice(0, head.index).split('\n').slice(-4).join('\n');
  return { code: shown.slice(head.index), signature: shown.slice(open, end), decorators: before };
}

export function parametersIn({
  signature,
  className,
  receiver,
  code,
}: AskedSubject): readonly Parameter[] {
  const isStatic = receiver === 'class' && !/^\s*(?:async\s+)?def\s+\w+\s*\(\s*cls\b/u.test(code);
  const parts = atTop(signature, ',').map((part) => part.trim());
  const own = className !== null && !isStatic ? parts.slice(1) : parts;
  let named = false;
  return own.flatMap((part): Parameter[] => {
    if (part === '' || part === '/') return [];
    const star = part.startsWith('*');
    const kind = star ? 'variadic' : named ? 'keyword' : 'positional';
    if (star) named = true;
    if (part === '*') return [];
    const [declared = '', ...byDefault] = atTop(part, '=');
    const [name = '', ...annotation] = atTop(declared, ':');
    return [
      {
        name: name.replace(/^\*+/u, '').trim(),
        kind,
        annotation: annotation.join(':').trim(),
        hasDefault: byDefault.length > 0,
      },
    ];
  });
}

/** Short constants of a code: what it compares with is worth trying. */
export function literalsIn(code: string): readonly string[] {
  const texts = code.match(/'[\w .,:;/%+-]{0,12}'|"[\w .,:;/%+-]{0,12}"/gu) ?? [];
  const numbers = code.match(/(?<![\w.])\d{1,6}(?:\.\d{1,4})?(?![\w.])/gu) ?? [];
  // A number with a zero before it is none in Python.
  return [...new Set([...texts, ...numbers.filter((text) => !/^0\d/u.test(text))])].slice(0, 20);
}

/** Index of the bracket that closes the one before `from`; the end where there is none. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if ('([{'.includes(text.charAt(at))) depth += 1;
    else if (')]}'.includes(text.charAt(at))) depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** Split where the mark stands outside of all brackets. */
function atTop(text: string, mark: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    else if (sign === mark && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
