/** Types by name (`int`, `NoneType`) in calls of the original. */
export interface CapturedTypes {
  readonly arguments: Readonly<Record<string, readonly string[]>>;
  readonly returns: readonly string[];
  /** Classes of exceptions and their standard base classes. */
  readonly raises: readonly (readonly string[])[];
}

/** Names of types in prose, with the captured types that each may mean. Other words are not understood and are ignored. */
const typesNamed: Readonly<Record<string, readonly string[]>> = {
  int: ['int', 'bool'],
  integer: ['int', 'bool'],
  float: ['float', 'int'],
  str: ['str'],
  string: ['str'],
  bool: ['bool'],
  boolean: ['bool'],
  bytes: ['bytes', 'bytearray'],
  list: ['list'],
  tuple: ['tuple'],
  dict: ['dict', 'OrderedDict', 'defaultdict', 'Counter'],
  set: ['set', 'frozenset'],
  None: ['NoneType'],
};

/** Docstring statements that recorded calls contradict. Only plain types are judged: names joined by `or`, `|` and commas. */
export function contradictions(docstring: string, captured: CapturedTypes): readonly string[] {
  const sections = sectionsOf(docstring);
  const found: string[] = [];
  for (const entry of entriesOf(sections.get('Args') ?? [])) {
    const [, name = '', stated = ''] = /^\*{0,2}(\w+)\s*\(([^)]*)\)\s*:/u.exec(entry) ?? [];
    const seen = new Map(Object.entries(captured.arguments)).get(name) ?? [];
    const wrong = unstated(stated, seen);
    if (wrong !== null) found.push(`it says that ${name} is ${stated}; a call had ${wrong}`);
  }
  const [returned = ''] = entriesOf(sections.get('Returns') ?? []);
  const [, stated = ''] = /^([^:]+):/u.exec(returned) ?? [];
  const wrong = unstated(stated, captured.returns);
  if (wrong !== null) found.push(`it says that ${stated} is returned; a call gave ${wrong}`);
  const raises = sections.get('Raises');
  if (raises !== undefined) {
    const named = entriesOf(raises).map((entry) => /^[\w.]+/u.exec(entry)?.[0] ?? '');
    for (const classes of captured.raises) {
      if (classes.some((one) => named.some((name) => lastName(name) === lastName(one)))) continue;
      found.push(`a call raised ${lastName(classes[0] ?? '')}, which Raises does not name`);
    }
  }
  return [...new Set(found)];
}

/** A captured type that the statement does not include. null: there is none, or the statement is not understood. */
function unstated(stated: string, seen: readonly string[]): string | null {
  const names = stated
    .replace(/\boptional\b/gu, '')
    .split(/\s*(?:\||,|\bor\b)\s*/u)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0 || !names.every((name) => Object.hasOwn(typesNamed, name))) return null;
  // An optional argument may also be None.
  const optional = /\boptional\b/u.test(stated) ? ['NoneType'] : [];
  const allowed = [...names.flatMap((name) => typesNamed[name] ?? []), ...optional];
  return seen.find((type) => !allowed.includes(lastName(type))) ?? null;
}

function sectionsOf(docstring: string): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, string[]>();
  let lines: string[] | null = null;
  for (const line of docstring.split('\n')) {
    const [, heading] = /^\s*(Args|Returns|Yields|Raises|Examples?|Notes?):\s*$/u.exec(line) ?? [];
    if (heading !== undefined) {
      lines = [];
      sections.set(heading, lines);
    } else {
      lines?.push(line);
    }
  }
  return sections;
}

/** Lines at the indentation of the section. Deeper lines continue the entry before. */
function entriesOf(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const indent = filled[0]?.search(/\S/u) ?? 0;
  return filled.filter((line) => line.search(/\S/u) === indent).map((line) => line.trim());
}

function lastName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('.')) + 1);
}
