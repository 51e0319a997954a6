/** A call of the candidate's own that was under way when an exception was raised, or calls that were left out. */
export type RaisedFrame =
  | { readonly kind: 'call'; readonly line: number; readonly inside: string }
  | { readonly kind: 'left-out'; readonly calls: number };

/** An exception as the sandbox tells it: its line, then the candidate's own calls, the outermost first. */
export interface RaisedError {
  /** `ZeroDivisionError`. */
  readonly type: string;
  /** Empty: it has none. */
  readonly message: string;
  readonly frames: readonly RaisedFrame[];
  /** Of a SyntaxError: the line that is no Python. */
  readonly brokenLine: number | null;
}

const call = /^ {2}line (\d+), in (.+)$/;
const leftOut = /^ {2}… (\d+) more calls …$/;
/** The sandbox's own name for the program's file is nobody's business. */
const inProgramFile = / ?\((?:solution|program)\.py, line (\d+)\)$/;

/** Takes `describe_exception`'s text apart; a text of another form is all message. */
export function raisedError(error: string): RaisedError {
  const lines = error.trimEnd().split('\n');
  const last = lines.findLastIndex((line) => frameIn(line) === null);
  const frames = lines.slice(last + 1).flatMap((line) => frameIn(line) ?? []);
  const told = lines.slice(0, last + 1).join('\n');
  const [, type, rest = ''] = /^([A-Za-z_][\w.]*)(?:: ?([^]*))?$/.exec(told) ?? [null, '', told];
  const place = inProgramFile.exec(rest);
  return {
    type: type ?? '',
    message: place === null ? rest : rest.slice(0, place.index),
    frames,
    brokenLine: place === null ? null : Number(place[1]),
  };
}

function frameIn(line: string): RaisedFrame | null {
  const own = call.exec(line);
  if (own !== null) return { kind: 'call', line: Number(own[1]), inside: own[2] ?? '' };
  const gap = leftOut.exec(line);
  return gap === null ? null : { kind: 'left-out', calls: Number(gap[1]) };
}

/** An assertion as every other error is told, also where only its message came. */
export function assertionError(error: string | null): string {
  const message = error ?? '';
  if (/^AssertionError(?:: |\n|$)/.test(message)) return message;
  return message === '' ? 'AssertionError' : `AssertionError: ${message}`;
}
