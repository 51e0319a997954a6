import type { BlobStore } from '../../../core/ports/records';
import type { InterpreterSession } from '../../../core/adapters/session';
import type { SessionBlock } from '../../../core/refinement/session-blocks';
import type { Artefact, RunBlock } from '../../../core/schemas/dialogue';
import { isSameAgain, readFile } from './block-record';

export interface RebuildOptions {
  readonly blobs: BlobStore;
  readonly open: () => Promise<InterpreterSession>;
  readonly discard: (session: InterpreterSession) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

export interface RebuiltSession {
  readonly session: InterpreterSession;
  readonly rebuilt: RunBlock['rebuilt'];
}

/**
 * Opens a session in the state after these blocks, with all files of the person. Every block after the last that lost its
 * process runs again, in order, except refused blocks; one that was interrupted may be interrupted again. If a block loses
 * the process this time, the next blocks run in an empty session, and the block is reported as different.
 */
export async function rebuildSession(
  blocks: readonly SessionBlock[],
  { blobs, open, discard, signal }: RebuildOptions,
): Promise<RebuiltSession> {
  const lost = blocks.findLastIndex(({ result }) => result.end === 'lost');
  const given: Artefact[] = blocks.slice(0, lost + 1).flatMap(({ files }) => files);
  const different: string[] = [];
  let ran = 0;
  let session = await open();
  try {
    await giveFiles(session, given, blobs);
    for (const { id, program, files, result: recorded } of blocks.slice(lost + 1)) {
      given.push(...files);
      await giveFiles(session, files, blobs);
      if (recorded.end === 'input-refused') continue;
      const result = await session.run(await blobs.get(program), signal && { signal });
      ran += 1;
      if (!(await isSameAgain(blobs, recorded, result))) different.push(id);
      if (result.end !== 'lost') continue;
      await discard(session);
      session = await open();
      await giveFiles(session, given, blobs);
    }
  } catch (error) {
    await discard(session);
    throw error;
  }
  return { session, rebuilt: ran === 0 ? null : { blocks: ran, different } };
}

export async function giveFiles(
  session: InterpreterSession,
  files: readonly Artefact[],
  blobs: BlobStore,
): Promise<void> {
  if (files.length === 0) return;
  await session.give(await Promise.all(files.map((file) => readFile(blobs, file))));
}
