import type { InterpreterSession, SessionHost } from '../../core/adapters/session';
import type { SandboxBackend } from '../../core/names/sandbox-backends';
import { Cell } from '../cells/cell';
import type { CellBackend } from '../cells/cell-backend';
import { SandboxCancelledError, SandboxClosedError } from '../errors';
import { loadGuestBundle, type GuestBundle } from '../guest/bundle';
import { approval, firstThatWorks, openBackend, tryBackend } from '../open-sandbox';
import type { SandboxOptions } from '../sandbox-options';
import { CellSession } from './cell-session';

/** Where interpreter sessions are started. None of them takes a slot of the sandbox that checks programs. */
export class Sessions implements SessionHost {
  private readonly living = new Set<InterpreterSession>();
  private readonly approve: ReturnType<typeof approval>;
  private closed = false;

  constructor(
    private readonly backend: CellBackend,
    private readonly bundle: GuestBundle,
  ) {
    this.approve = approval(backend);
  }

  get name(): SandboxBackend {
    return this.backend.name;
  }

  readonly open: SessionHost['open'] = async ({ limits, seed, signal = never }) => {
    if (this.closed) throw new SandboxClosedError();
    if (signal.aborted) throw new SandboxCancelledError(signal.reason);
    const { backend, bundle, approve } = this;
    const shape = { memoryMb: limits.memoryMb };
    const hooks = { signal, onBroken: () => undefined };
    const cell = await Cell.start(shape, { backend, bundle, approve }, hooks).catch((error) => {
      throw signal.aborted ? new SandboxCancelledError(error) : error;
    });
    try {
      const session: InterpreterSession = await CellSession.open(
        backend.name,
        cell,
        { limits, seed },
        () => {
          this.living.delete(session);
        },
      );
      if (this.closed) throw new SandboxClosedError();
      this.living.add(session);
      return session;
    } catch (error) {
      await cell.end();
      throw error;
    }
  };

  readonly close = async (): Promise<void> => {
    this.closed = true;
    await Promise.all([...this.living].map((session) => session.close()));
    await this.backend.close();
  };
}

const never = new AbortController().signal;

/** Same options as the sandbox that checks programs. @throws what openSandbox throws */
export async function openSessions(options: SandboxOptions): Promise<Sessions> {
  const bundle = loadGuestBundle();
  const open = async (name: SandboxBackend): Promise<Sessions> => {
    const backend = await openBackend(name, options, bundle);
    // A named one shows with its first session whether it works.
    if (options.backend === 'auto') await tryBackend(backend, bundle);
    return new Sessions(backend, bundle);
  };
  return options.backend === 'auto' ? firstThatWorks(open) : open(options.backend);
}
