import type {
  BlockResult,
  InterpreterSession,
  OutputPart,
  SessionFile,
  SessionLimits,
} from '../../core/adapters/session';
import type { Cell } from '../cells/cell';
import { onAbort } from '../cells/on-abort';
import {
  SandboxCancelledError,
  SandboxClosedError,
  SandboxInfraError,
  SessionFilesError,
} from '../errors';
import type { GuestFile } from '../guest/protocol';
import { isSessionFileName } from '../guest/session-file-name';
import { mimeType } from './mime-type';

/** Joins what one stream wrote in pieces. */
function append(parts: OutputPart[], part: OutputPart): void {
  const last = parts.at(-1);
  const joins = last?.kind === part.kind && (part.kind === 'stdout' || part.kind === 'stderr');
  if (joins && 'text' in last) {
    parts[parts.length - 1] = { kind: part.kind, text: last.text + part.text };
  } else parts.push(part);
}

export class CellSession implements InterpreterSession {
  private blocks = 0;
  private over = false;
  /** Whatever is asked waits for what was asked before it. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly backend: string,
    private readonly cell: Cell,
    private readonly limits: SessionLimits,
    private readonly ended: () => void,
  ) {}

  /** @throws SandboxInfraError */
  static async open(
    backend: string,
    cell: Cell,
    { limits, seed }: { readonly limits: SessionLimits; readonly seed: number },
    ended: () => void,
  ): Promise<CellSession> {
    await cell.session({ kind: 'session', limits, seed }, limits.blockMs).answer;
    return new CellSession(backend, cell, limits, ended);
  }

  readonly run: InterpreterSession['run'] = (code, options) =>
    this.inTurn(() => this.runNow(code, options));

  readonly give: InterpreterSession['give'] = (files) =>
    this.inTurn(async () => {
      const given = files.map(({ name, content }) => {
        if (!isSessionFileName(name)) {
          throw new SessionFilesError(`${JSON.stringify(name)} is no name of a file in its folder`);
        }
        return { name, content64: Buffer.from(content).toString('base64') };
      });
      const { answer } = this.cell.session({ kind: 'session', files: given }, this.patienceMs());
      const { end } = await answer;
      if (end === 'lost') throw new SandboxInfraError(this.backend, 'its session had ended');
      if (end !== 'finished') throw new SessionFilesError('there is no room for them');
    });

  readonly close = async (): Promise<void> => {
    this.over = true;
    await this.cell.end();
    this.ended();
  };

  private async runNow(
    code: string,
    { signal, onOutput }: Parameters<InterpreterSession['run']>[1] = {},
  ): Promise<BlockResult> {
    if (signal?.aborted === true) throw new SandboxCancelledError(signal.reason);
    const parts: OutputPart[] = [];
    const artefacts: SessionFile[] = [];
    const hear = (said: GuestFile | OutputPart): void => {
      if ('kind' in said) {
        append(parts, said);
        onOutput?.(said);
      } else artefacts.push({ ...said, mime: mimeType(said.name) });
    };
    this.blocks += 1;
    const request = { kind: 'session', number: this.blocks, code } as const;
    const { answer, interrupt } = this.cell.session(request, this.patienceMs(), hear);
    const forget = onAbort(signal, interrupt);
    try {
      const block = await answer;
      if (block.end === 'lost') await this.close();
      return { ...block, parts, artefacts };
    } finally {
      forget();
    }
  }

  private patienceMs(): number {
    return this.limits.blockMs + this.limits.graceMs;
  }

  private inTurn<T>(call: () => Promise<T>): Promise<T> {
    const turn = this.last.then(async () => {
      if (this.over) throw new SandboxClosedError();
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof SandboxInfraError)) throw error;
        if (this.over) throw new SandboxClosedError();
        await this.close();
        throw error;
      }
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
