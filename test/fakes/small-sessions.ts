import type {
  BlockResult,
  InterpreterSession,
  OutputPart,
  SessionFile,
  SessionHost,
} from '../../core/adapters/session';
import { SandboxCancelledError, SandboxInfraError } from '../../sandbox';
import { deferred } from './deferred';

type Statement = (context: Context, ...words: readonly string[]) => OutputPart | BlockResult['end'];

interface Context {
  readonly variables: Map<string, string>;
  readonly files: Map<string, SessionFile>;
  readonly made: SessionFile[];
  readonly tick: () => number;
}

const line = (text: string): OutputPart => ({ kind: 'stdout', text: `${text}\n` });
const known = (value: string | undefined, name: string): OutputPart | 'raised' =>
  value === undefined
    ? { kind: 'error', text: `NameError: name '${name}' is not defined` }
    : line(value);

/** What a block may say, a statement a line. */
const statements: Readonly<Record<string, Statement>> = {
  set: ({ variables }, name = '', value = '') => {
    variables.set(name, value);
    return line(`${name} set`);
  },
  show: ({ variables }, name = '') => known(variables.get(name), name),
  read: ({ files }, name = '') => {
    const content = files.get(name)?.content;
    return known(content === undefined ? undefined : Buffer.from(content).toString(), name);
  },
  make: ({ made, files }, name = '', text = '') => {
    const file = { name, mime: 'text/plain', content: Buffer.from(text) };
    made.push(file);
    files.set(name, file);
    return { kind: 'artefact', name };
  },
  /** Another number each time it is asked, over all sessions. */
  tick: ({ tick }) => line(String(tick())),
  address: ({ tick }) => line(`<object at 0x7f${String(tick())}>`),
  endless: () => 'interrupted',
  crash: () => 'lost',
  /** Crashes each second time. */
  stumble: ({ tick }) => (tick() % 2 === 0 ? 'lost' : line('ok')),
  input: () => 'input-refused',
};

/** Sessions of a language of ten words, in this process, which count what becomes of them. */
export class SmallSessions implements SessionHost {
  opened = 0;
  closed = 0;
  /** Blocks that began to run, in all sessions. */
  ran: string[] = [];
  private ticks = 0;
  private held: Promise<void> | null = null;
  private broken = false;

  get living(): number {
    return this.opened - this.closed;
  }

  /** Blocks wait until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = deferred();
    this.held = promise;
    return () => {
      this.held = null;
      resolve();
    };
  }

  /** The next block finds its cell broken. */
  break(): void {
    this.broken = true;
  }

  open: SessionHost['open'] = async () => {
    this.opened += 1;
    let isClosed = false;
    const context: Context = {
      variables: new Map(),
      files: new Map(),
      made: [],
      tick: () => (this.ticks += 1),
    };
    const session: InterpreterSession = {
      run: async (code, { signal, onOutput } = {}) => {
        if (isClosed) throw new Error('this session is of no use any more');
        this.ran.push(code);
        if (this.held !== null) await Promise.race([this.held, aborted(signal)]);
        if (signal?.aborted === true) throw new SandboxCancelledError();
        if (this.broken) {
          this.broken = false;
          throw new SandboxInfraError('small', 'planned');
        }
        const result = runBlock(code, context);
        for (const part of result.parts) onOutput?.(part);
        return isClosed ? { ...result, end: 'lost' } : result;
      },
      give: async (files) => {
        for (const file of files) context.files.set(file.name, file);
      },
      close: async () => {
        if (!isClosed) this.closed += 1;
        isClosed = true;
      },
    };
    return session;
  };
}

function runBlock(code: string, context: Context): BlockResult {
  const parts: OutputPart[] = [];
  context.made.length = 0;
  let end: BlockResult['end'] = 'finished';
  for (const [word = '', ...rest] of code.split('\n').map((text) => text.split(' '))) {
    const said = statements[word]?.(context, ...rest);
    if (said === undefined) throw new Error(`no statement ${word}`);
    if (typeof said !== 'string') parts.push(said);
    else end = said;
    if (typeof said !== 'string' && said.kind === 'error') end = 'raised';
    if (end !== 'finished') break;
  }
  return { end, parts, artefacts: [...context.made], wallMs: 1 };
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener('abort', () => {
      resolve();
    });
  });
}
