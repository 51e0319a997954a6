import { FrameError, parseBody } from '../guest/frames';

/** Bytes beside the frames of JSON: an archive, files, records and the answer as the job wrote them, the line. */
export const channels = { archive: 'a', file: 'f', record: 'r', answer: 'e', line: 'l' } as const;
export type Channel = (typeof channels)[keyof typeof channels];

export interface ChannelBytes {
  readonly channel: string;
  readonly bytes: Buffer;
}

/** A body whose first byte is 0 is bytes on the channel that its second byte names; any other is JSON. */
export function parseWireFrame(data: Buffer, from: number, to: number): unknown {
  if (to - from === 0 || data[from] !== 0) return parseBody(data, from, to);
  if (to - from < 2) throw new FrameError('a frame without a channel');
  const bytes = data.subarray(from + 2, to);
  return { channel: String.fromCharCode(data[from + 1] ?? 0), bytes } satisfies ChannelBytes;
}

/** Before bytes of this length. */
export function channelHeader(channel: Channel, size: number): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt32BE(size + 2);
  header.write(channel, 5, 'latin1');
  return header;
}
