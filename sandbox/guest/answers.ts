import type { OutputPart } from '../../core/adapters/session';
import { blockEnds } from '../../core/schemas/dialogue';
import { verdictKinds, type CapturedOutput, type ScriptEnd } from '../../core/schemas/verdict';
import { isSessionFileName } from './session-file-name';
import { FrameError } from './frames';
import type {
  GuestBlock,
  GuestFile,
  GuestFrame,
  GuestOutcome,
  GuestScript,
  Pong,
} from './protocol';

/** A schema library would take longer for an answer than the rest of this process does for a program. */
const longestText = 8_000;
const longestWord = 100;
/** Kept output of one stream, in UTF-16 units; a byte is at most one. */
const longestOutput = 1 << 17;

/** A session's: what is kept of a block's output, and one of its files in base 64. */
const longestPart = 1 << 22;
const longestFile = 12 << 20;

const pongFields = ['op', 'zygoteRssKb', 'ownRssKb', 'descriptors'] as const;

type Fields = Readonly<Record<string, unknown>>;

const knownKinds: ReadonlySet<unknown> = new Set(
  verdictKinds.filter((kind) => kind !== 'no-program'),
);

function nonsense(what: string): FrameError {
  return new FrameError(`nonsense: ${what}`);
}

/** The fields of an object that has all of `needed` and nothing beyond `optional`. */
function fields(
  value: unknown,
  needed: readonly string[],
  optional: readonly string[] = [],
): Fields {
  if (typeof value !== 'object' || value === null)
    throw nonsense(`no object with ${needed[0] ?? ''}`);
  const names = Object.keys(value);
  const strange = names.find((name) => !needed.includes(name) && !optional.includes(name));
  if (strange !== undefined) throw nonsense(`a field ${JSON.stringify(strange).slice(0, 40)}`);
  const missing = needed.find((name) => !names.includes(name));
  if (missing !== undefined) throw nonsense(`${missing} is missing`);
  return value as Fields;
}

function text(from: Fields, name: string, longest: number): string {
  const value = from[name];
  if (typeof value !== 'string' || value.length > longest) throw nonsense(`${name} is no text`);
  return value;
}

function optionalText(from: Fields, name: string, longest: number): Record<string, string> {
  return from[name] === undefined ? {} : { [name]: text(from, name, longest) };
}

function amount(from: Fields, name: string): number {
  const value = from[name];
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw nonsense(`${name} is no amount`);
  return value;
}

function count(from: Fields, name: string): number {
  const value = amount(from, name);
  if (!Number.isSafeInteger(value)) throw nonsense(`${name} is no count`);
  return value;
}

function flag(from: Fields, name: string): boolean {
  const value = from[name];
  if (typeof value !== 'boolean') throw nonsense(`${name} is neither true nor false`);
  return value;
}

function readCase(value: unknown): NonNullable<GuestOutcome['case']> {
  const from = fields(value, ['input', 'expected']);
  return {
    input: text(from, 'input', longestText),
    expected: text(from, 'expected', longestText),
  };
}

function readOutcome(value: unknown): GuestOutcome {
  const needed = ['kind', 'cpuMs', 'timeSensitive'];
  const from = fields(value, needed, ['detail', 'error', 'actual', 'case', 'marks', 'handles']);
  if (!knownKinds.has(from['kind'])) throw nonsense('an unknown kind of outcome');
  return {
    kind: from['kind'] as GuestOutcome['kind'],
    ...optionalText(from, 'detail', longestWord),
    ...optionalText(from, 'error', longestText),
    ...optionalText(from, 'actual', longestText),
    ...optionalText(from, 'marks', longestText),
    ...(from['case'] === undefined ? {} : { case: readCase(from['case']) }),
    ...(from['handles'] !== undefined && flag(from, 'handles') ? { handles: true } : {}),
    cpuMs: amount(from, 'cpuMs'),
    timeSensitive: flag(from, 'timeSensitive'),
  };
}

function readEnd(value: unknown): ScriptEnd {
  const { kind } = fields(value, ['kind'], ['code', 'cause', 'signal']);
  switch (kind) {
    case 'exited': {
      const code = count(fields(value, ['kind', 'code']), 'code');
      if (code > 255) throw nonsense('code is no exit code');
      return { kind, code };
    }
    case 'timed-out': {
      const { cause } = fields(value, ['kind', 'cause']);
      if (cause !== 'cpu' && cause !== 'wall') throw nonsense('an unknown clock');
      return { kind, cause };
    }
    case 'memory-limit':
    case 'output-limit':
      fields(value, ['kind']);
      return { kind };
    case 'killed-by-signal':
      return { kind, signal: text(fields(value, ['kind', 'signal']), 'signal', longestWord) };
    default:
      throw nonsense('an unknown kind of end');
  }
}

function readOutput(value: unknown): CapturedOutput {
  const from = fields(value, ['text', 'bytes', 'truncated']);
  return {
    text: text(from, 'text', longestOutput),
    bytes: count(from, 'bytes'),
    truncated: flag(from, 'truncated'),
  };
}

function readScript(value: unknown): GuestScript {
  const needed = ['end', 'stdout', 'stderr', 'cpuMs', 'wallMs', 'timeSensitive'];
  const from = fields(value, needed, ['detail']);
  return {
    end: readEnd(from['end']),
    stdout: readOutput(from['stdout']),
    stderr: readOutput(from['stderr']),
    ...optionalText(from, 'detail', longestWord),
    cpuMs: amount(from, 'cpuMs'),
    wallMs: amount(from, 'wallMs'),
    timeSensitive: flag(from, 'timeSensitive'),
  };
}

const textKinds = ['stdout', 'stderr', 'value', 'table', 'error'] as const;

function readPart(value: unknown): OutputPart {
  const { kind } = fields(value, ['kind'], ['text', 'bytes']);
  if (kind === 'dropped') return { kind, bytes: count(fields(value, ['kind', 'bytes']), 'bytes') };
  const said = text(fields(value, ['kind', 'text']), 'text', longestPart);
  if (kind === 'artefact') return { kind, name: fileName(said) };
  const known = textKinds.find((one) => one === kind);
  if (known === undefined) throw nonsense('an unknown kind of part');
  return { kind: known, text: said };
}

function fileName(name: string): string {
  if (!isSessionFileName(name)) throw nonsense('no name of a file');
  return name;
}

function readFile(value: unknown): GuestFile {
  const from = fields(value, ['name', 'content64']);
  const content = Buffer.from(text(from, 'content64', longestFile), 'base64');
  return { name: fileName(text(from, 'name', longestWord * 3)), content };
}

const causes = ['time', 'memory', 'exit', 'signal'] as const;

function readBlock(value: unknown): GuestBlock {
  const from = fields(value, ['end', 'wallMs'], ['cause']);
  const end = blockEnds.find((one) => one === from['end']);
  const cause = causes.find((one) => one === from['cause']);
  if (end === undefined) throw nonsense('an unknown end of a block');
  if ((end === 'lost') !== (cause !== undefined)) throw nonsense('an end without its cause');
  return { end, ...(cause === undefined ? {} : { cause }), wallMs: amount(from, 'wallMs') };
}

function readPong(value: unknown): Pong {
  const from = fields(value, pongFields);
  return {
    zygoteRssKb: count(from, 'zygoteRssKb'),
    ownRssKb: count(from, 'ownRssKb'),
    descriptors: count(from, 'descriptors'),
  };
}

/** @throws FrameError for anything that is not exactly one of the known forms: a wrong type is not a verdict. */
export function readAnswer(value: unknown): GuestFrame {
  const from = fields(
    value,
    [],
    ['id', 'test', 'outcome', 'broken', 'end', 'script', 'part', 'file', 'block', ...pongFields],
  );
  if (from['op'] !== undefined) {
    if (from['op'] !== 'pong') throw nonsense('an unknown op');
    return { kind: 'pong', pong: readPong(value) };
  }
  const id = text(from, 'id', longestWord);
  if ('outcome' in from) {
    const { outcome } = fields(value, ['id', 'test', 'outcome']);
    return { kind: 'outcome', id, test: count(from, 'test'), outcome: readOutcome(outcome) };
  }
  if ('broken' in from) {
    fields(value, ['id', 'test', 'broken']);
    const why = text(from, 'broken', longestText);
    return { kind: 'broken-test', id, test: count(from, 'test'), why };
  }
  if ('script' in from) {
    return { kind: 'script', id, script: readScript(fields(value, ['id', 'script'])['script']) };
  }
  if ('part' in from) {
    return { kind: 'part', id, part: readPart(fields(value, ['id', 'part'])['part']) };
  }
  if ('file' in from) {
    return { kind: 'file', id, file: readFile(fields(value, ['id', 'file'])['file']) };
  }
  if ('block' in from) {
    return { kind: 'block', id, block: readBlock(fields(value, ['id', 'block'])['block']) };
  }
  return { kind: 'end', id, count: count(fields(value, ['id', 'end']), 'end') };
}
