import { SandboxUnavailableError } from '../errors';
import type { GuestBundle } from '../guest/bundle';
import { ConversationError, type CellConversation } from '../guest/cell-conversation';
import type { Hello } from '../guest/protocol';
import type { CellBackend, CellShape, RunningCell } from './cell-backend';

const longestHelloMs = 60_000;

export interface CellOptions {
  readonly backend: CellBackend;
  readonly bundle: GuestBundle;
  /** Sees the hello before the cell is told anything; throws when the cell is not what it should be. */
  readonly approve: (hello: Hello) => void;
  /** How long a cell may say nothing beyond a test's wall limit. Default 30 s. */
  readonly silenceMs?: number | undefined;
  /** How long a cell may take to say hello. Default 60 s. */
  readonly helloMs?: number | undefined;
}

export interface CellParts<Talk> {
  readonly hello: Hello;
  readonly running: RunningCell;
  readonly conversation: Talk;
  readonly options: CellOptions;
}

/**
 * Starts a cell, hands over the tools, hears what it is, and puts its limits in force.
 * @throws SandboxUnavailableError, ImageMissingError, and whatever `approve` throws; nothing of the cell is left then
 */
export async function startCell<Talk extends CellConversation>(
  shape: CellShape,
  options: CellOptions,
  hooks: { readonly signal: AbortSignal; readonly converse: (running: RunningCell) => Talk },
): Promise<CellParts<Talk>> {
  const { backend, bundle, approve, helloMs = longestHelloMs } = options;
  const running = await backend.start(shape, hooks);
  const conversation = hooks.converse(running);
  const cancel = (): void => conversation.break('its start was cancelled');
  const late = setTimeout(() => conversation.break(`no hello within ${helloMs} ms`), helloMs);
  hooks.signal.addEventListener('abort', cancel, { once: true });
  try {
    hooks.signal.throwIfAborted();
    const hello = await conversation.greet(bundle.frame);
    approve(hello);
    running.confine();
    return { running, conversation, hello, options };
  } catch (cause) {
    await running.end();
    if (!(cause instanceof ConversationError)) throw cause;
    throw new SandboxUnavailableError(backend.name, cause.message, { cause });
  } finally {
    clearTimeout(late);
    hooks.signal.removeEventListener('abort', cancel);
  }
}
