import type { Instance } from '../schemas/environment-instance';
import { definitionParts, leakedRun } from './shared-run';
import type { CaseRecord } from '../python-values/case-record';

/** What is wrong with an instance, and which check says so. */
export interface InstanceFault {
  readonly instance: string;
  readonly check:
    'schema' | 'records' | 'provenance' | 'fragments' | 'leak' | 'stub' | 'copies' | 'environment';
  readonly words: string;
}

/** What an instance refers to; null: it is not there. */
export interface InstanceMaterials {
  /** Of each part the records of the original. */
  readonly expected: readonly (readonly CaseRecord[])[] | null;
  /** Pickled bytes as text, by the sha256 of what is stored. */
  readonly pickled: ReadonlyMap<string, string>;
}

/** Everything that can be told of an instance without running anything. */
export function instanceFaults(
  instance: Instance,
  materials: InstanceMaterials,
): readonly InstanceFault[] {
  const fault = (check: InstanceFault['check'], words: string): InstanceFault => ({
    instance: instance.id,
    check,
    words,
  });
  return [
    ...recordFaults(instance, materials).map((words) => fault('records', words)),
    ...provenanceFaults(instance).map((words) => fault('provenance', words)),
    ...fragmentFaults(instance).map((words) => fault('fragments', words)),
    ...leakFaults(instance, materials).map((words) => fault('leak', words)),
  ];
}

function recordFaults(
  { harness: { parts } }: Instance,
  { expected, pickled }: InstanceMaterials,
): readonly string[] {
  if (expected === null) return ['what the original did is not there'];
  if (expected.length !== parts.length) return ['there are not as many records as parts'];
  return parts.flatMap(({ cases, blobs }, at) => {
    const names = (expected[at] ?? []).map((record) => record.case);
    const missing = Object.values(blobs).filter((sha256) => !pickled.has(sha256));
    return [
      ...(names.join('\n') === cases.join('\n')
        ? []
        : [`part ${String(at)} has other records than cases`]),
      ...missing.map((sha256) => `pickled bytes ${sha256} are not there`),
    ];
  });
}

function provenanceFaults({ repository, harness, measures }: Instance): readonly string[] {
  const asked = harness.parts.filter(
    ({ provenance: { generator, model } }) => generator === 'model' && model === undefined,
  );
  return [
    ...(repository.input.kind === 'git' && repository.commit === null
      ? ['it is of a git repository and names no commit']
      : []),
    ...(asked.length > 0 ? ['cases of a model do not say which call they are of'] : []),
    ...(measures.reruns === 0 ? ['it was never run again'] : []),
  ];
}

/** What is shown beside the stub has nothing of the body where the definition stands, and no copy of it elsewhere. */
function fragmentFaults(instance: Instance): readonly string[] {
  const { path, lines, source } = instance.definition;
  const parts = definitionParts(source);
  const { body, head } = parts;
  const { dependency, full } = instance.contexts;
  return [...dependency, ...full].flatMap((one) => {
    const isOwn =
      one.path === path && one.lines.first <= lines.last && one.lines.last >= lines.first;
    const run = isOwn ? leakedRun(ownParts(one.text, head), parts, head) : null;
    const told = run ?? (body.trim() !== '' && one.text.includes(body.trim()) ? 'all of it' : null);
    const place = `${one.path}:${String(one.lines.first)}`;
    return told === null ? [] : [`${place} shows the body: ${told}`];
  });
}

/**
 * What of a fragment stands where the definition does: its head, and the block under it. Around it a class may well say
 * things again that the body says. All of it where the head is not to be found.
 */
function ownParts(text: string, head: string): string {
  const [before, ...behind] = text.split(head.trim());
  if (head.trim() === '' || before === undefined || behind.length === 0) return text;
  const outer = indentation(head);
  const blocks = behind.map((part) => {
    const lines = part.split('\n');
    const end = lines.findIndex(
      (line, at) => at > 0 && line.trim() !== '' && indentation(line) <= outer,
    );
    return lines.slice(0, end < 0 ? lines.length : end).join('\n');
  });
  return blocks.map((block) => head + block).join('\n');
}

const indentation = (line: string): number => line.search(/\S|$/u);

/** A run of tokens that what a candidate is given shares with the body. */
function leakFaults(instance: Instance, { pickled }: InstanceMaterials): readonly string[] {
  const { definition, docstring, harness } = instance;
  const secret = definitionParts(definition.source);
  // The repository's own docstring tells what it tells; a refined one tells no more than the signature does.
  const told = docstring.by === 'refined' ? secret.signature : secret.head;
  const given: readonly (readonly [string, string, string])[] = [
    ['the stub', definition.stub, told],
    ['the docstring', docstring.text, told],
    ...harness.parts.flatMap(({ source, blobs }, at) => [
      [`part ${String(at)}`, source, secret.signature] as const,
      ...Object.entries(blobs).map(
        ([name, sha256]) => [`bytes ${name}`, pickled.get(sha256) ?? '', secret.signature] as const,
      ),
    ]),
  ];
  return given.flatMap(([name, text, known]) => {
    const run = leakedRun(text, secret, known);
    return run === null ? [] : [`${name} repeats the body: ${run}`];
  });
}
