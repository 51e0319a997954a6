import { Readable } from 'node:stream';

import type { IndexLine } from '../../core/adapters/repository';
import { encodeFrame, FrameError, frameHead, mostBodyBytes } from './frames';
import type { FrameHead } from './frames';
import type { GatewayRequest, GatewayResponse } from './gateway-session';

const mostAtOnce = 64;

/** Until the line ends. Data that is not a frame ends it: foreign code runs in that box, and its nonsense is not a fault of ours. */
export async function serveFrames(
  handle: (request: GatewayRequest) => Promise<GatewayResponse>,
  line: IndexLine,
): Promise<void> {
  const open = new Set<number>();
  const cancelled = new Set<number>();
  const answers = new Set<Promise<void>>();
  let closed = false;

  async function send(head: FrameHead, body?: Buffer): Promise<void> {
    if (!closed && !(await line.write(encodeFrame(head, body)))) closed = true;
  }

  async function answer({ id, method = '', path = '', headers = {} }: FrameHead): Promise<void> {
    open.add(id);
    const response = await handle({ method, path, headers });
    const { body } = response;
    const source = typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body;
    // What goes wrong before it is read is heard where it is read.
    source.on('error', () => undefined);
    try {
      await send({ id, kind: 'response', status: response.status, headers: response.headers });
      for await (const chunk of source as AsyncIterable<Buffer>) {
        for (let start = 0; start < chunk.length; start += mostBodyBytes) {
          if (closed || cancelled.has(id)) return;
          await send({ id, kind: 'data' }, chunk.subarray(start, start + mostBodyBytes));
        }
      }
      await send({ id, kind: 'end' });
    } catch {
      // A file that breaks off here is cut short there, which its length or digest tells.
      await send({ id, kind: 'cancel' });
    } finally {
      open.delete(id);
      cancelled.delete(id);
      source.destroy();
    }
  }

  try {
    for await (const frame of line.frames) {
      const head = frameHead(frame);
      if (head.kind === 'cancel') {
        if (open.has(head.id)) cancelled.add(head.id);
        continue;
      }
      while (answers.size >= mostAtOnce) await Promise.race(answers);
      const one: Promise<void> = answer(head).finally(() => answers.delete(one));
      answers.add(one);
    }
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
  } finally {
    closed = true;
    await Promise.allSettled(answers);
  }
}
