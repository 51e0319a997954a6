import {
  channelHeader,
  channels,
  parseWireFrame,
} from '../../../sandbox/repository-cells/wire-frames';

test('bytes on a channel are read as they were written', () => {
  const body = Buffer.from([0, 1, 2]);
  const frame = Buffer.concat([channelHeader(channels.file, body.length), body]);
  expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
  expect(parseWireFrame(frame, 4, frame.length)).toEqual({ channel: 'f', bytes: body });
});

test('any other body is JSON, from and to its places', () => {
  const data = Buffer.from('xx{"a":1}yy');
  expect(parseWireFrame(data, 2, data.length - 2)).toEqual({ a: 1 });
});

test('a channel may have no bytes, but a frame of bytes has a channel', () => {
  expect(parseWireFrame(Buffer.from([0, 0x61]), 0, 2)).toEqual({
    channel: 'a',
    bytes: Buffer.alloc(0),
  });
  expect(() => parseWireFrame(Buffer.from([0]), 0, 1)).toThrow('a frame without a channel');
});
