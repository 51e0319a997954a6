import { canonicalJson } from '../../../core/values/canonical-json';
import type { DialogueStore } from '../../../core/ports/dialogue';
import type { AttemptKey, BlobStore } from '../../../core/ports/records';
import type {
  BlockResult,
  InterpreterSession,
  OutputPart,
  SessionHost,
  SessionLimits,
} from '../../../core/adapters/session';
import { blockWords } from '../../../core/refinement/feedback/block-words';
import type { ToldBlock } from '../../../core/refinement/feedback/block-words';
import type { SessionSoFar } from '../../../core/refinement/session-blocks';
import type { RunBlock } from '../../../core/schemas/dialogue';
import { SandboxCancelledError } from '../../../sandbox';
import { keepBlock } from './block-record';
import { LiveSessions, type LiveSessionsOptions } from './live-sessions';
import { stateAfter, stateOf } from './session-state';
import { giveFiles, rebuildSession, type RebuiltSession } from './rebuild-session';

export interface SessionKeeperOptions extends LiveSessionsOptions {
  readonly dialogues: Pick<DialogueStore, 'block' | 'saveBlock'>;
  readonly blobs: BlobStore;
  /** Called for the first block. A worker without dialogues never calls it. */
  readonly host: () => Promise<SessionHost>;
}

export interface BlockToRun {
  readonly key: AttemptKey;
  /** Id of its round, or of the block that a person ran. */
  readonly id: string;
  /** sha256 of its code. */
  readonly program: string;
  /** Blocks and files that the session of the dialogue had before. */
  readonly before: SessionSoFar;
  readonly limits: SessionLimits;
  readonly seed: number;
  /** Makes the words of the result. Default: `blockWords`. */
  readonly words?: ((told: ToldBlock) => string) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the output of this block while it runs. It is not called for blocks that are run again. */
  readonly onOutput?: ((part: OutputPart) => void) | undefined;
}

/**
 * Runs the blocks of dialogues in their sessions, one keeper per process. A block whose result is stored never runs again for
 * its own result. If a worker dies before the result is stored, the session is rebuilt from the recorded blocks and the block
 * runs in it. So the effects of a block in its session count once.
 */
export class SessionKeeper {
  private readonly live: LiveSessions;
  /** The newest running block of each dialogue. The next block runs after it. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(private readonly options: SessionKeeperOptions) {
    this.live = new LiveSessions(options);
  }

  get liveSessions(): number {
    return this.live.count;
  }

  /** @throws SandboxUnavailableError, SandboxInfraError, SandboxCancelledError, SandboxClosedError */
  async run(block: BlockToRun): Promise<RunBlock> {
    const { run, problem, sample } = block.key;
    const dialogue = canonicalJson([run, problem, sample]);
    const earlier = this.underWay.get(dialogue);
    const running = (earlier ?? Promise.resolve()).then(() => this.runNow(dialogue, block));
    const settled = running.catch(() => undefined);
    this.underWay.set(dialogue, settled);
    try {
      return await running;
    } finally {
      if (this.underWay.get(dialogue) === settled) this.underWay.delete(dialogue);
    }
  }

  close(): Promise<void> {
    return this.live.close();
  }

  private async runNow(dialogue: string, block: BlockToRun): Promise<RunBlock> {
    const { dialogues } = this.options;
    const before = stateOf(block.before.blocks);
    const { key, id, program } = block;
    const after = stateAfter(before, { id, program, files: block.before.files });
    const known = await dialogues.block(key, after);
    if (known !== null) return known;
    const { session, rebuilt } = await this.sessionFor(dialogue, before, block);
    let isKept = false;
    try {
      const result = await this.runIn(session, block, rebuilt);
      await dialogues.saveBlock(key, after, result);
      const stands = (await dialogues.block(key, after)) ?? result;
      if (stands.end !== 'lost' && stands.output === result.output) {
        isKept = true;
        await this.live.keep(dialogue, { session, state: after });
      }
      return stands;
    } finally {
      if (!isKept) await this.live.discard(session);
    }
  }

  private async sessionFor(
    dialogue: string,
    state: string,
    block: BlockToRun,
  ): Promise<RebuiltSession> {
    const { before, limits, seed, signal } = block;
    const live = await this.live.take(dialogue, state);
    if (live !== null) return { session: live, rebuilt: null };
    const host = await this.options.host();
    const open = (): Promise<InterpreterSession> =>
      this.live.add(() => host.open({ limits, seed, ...(signal && { signal }) }), signal);
    return rebuildSession(before.blocks, {
      blobs: this.options.blobs,
      open,
      discard: (session) => this.live.discard(session),
      signal,
    });
  }

  private async runIn(
    session: InterpreterSession,
    block: BlockToRun,
    rebuilt: RunBlock['rebuilt'],
  ): Promise<RunBlock> {
    const { blobs } = this.options;
    const { program, before, signal, onOutput } = block;
    await giveFiles(session, before.files, blobs);
    const result = await session.run(await blobs.get(program), {
      ...(signal && { signal }),
      ...(onOutput && { onOutput }),
    });
    // A session that was closed during the block may look like a session that the block ended.
    this.live.refuseClosed();
    // The block was interrupted with its round, so its result is unknown.
    if (signal?.aborted === true) throw new SandboxCancelledError(signal.reason);
    const words = await this.wordsFor(block, result, rebuilt);
    return keepBlock(blobs, result, { words, rebuilt });
  }

  private async wordsFor(
    { before, limits, words = blockWords }: BlockToRun,
    result: BlockResult,
    rebuilt: RunBlock['rebuilt'],
  ): Promise<string> {
    const { blobs } = this.options;
    const different = before.blocks.filter(({ id }) => rebuilt?.different.includes(id) === true);
    const codes = await Promise.all(different.map(({ program }) => blobs.get(program)));
    return words({
      end: result.end,
      ...(result.cause !== undefined && { cause: result.cause }),
      parts: result.parts,
      blockMs: limits.blockMs,
      artefacts: result.artefacts.map(({ name, mime, content }) => ({
        name,
        mime,
        bytes: content.byteLength,
      })),
      rebuilt: rebuilt === null ? null : { blocks: rebuilt.blocks, different: codes },
    });
  }
}
