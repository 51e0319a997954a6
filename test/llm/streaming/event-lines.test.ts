import { isEventStream } from '../../../llm/streaming/is-event-stream';
import { readEventLines } from '../../../llm/streaming/event-lines';

/** The data of each event; `ended`: also of one that no empty line ends. */
function dataOf(pieces: readonly (string | Buffer)[], ended = true): readonly string[] {
  const told: string[] = [];
  const lines = readEventLines((data) => told.push(data));
  for (const piece of pieces) lines.push(Buffer.from(piece));
  if (ended) lines.end();
  return told;
}

describe('server-sent events', () => {
  it('are told at their empty line, and one without it at the end', () => {
    expect(dataOf(['data: a\n\ndata: b\n'], false)).toEqual(['a']);
    expect(dataOf(['data: a\n\ndata: b\n'])).toEqual(['a', 'b']);
    expect(dataOf(['data: a\n\ndata: b'])).toEqual(['a', 'b']);
  });

  it('join their lines of data, and lose one space in front of each', () => {
    expect(dataOf(['data: a\ndata:b\ndata:  c\n\n'])).toEqual(['a\nb\n c']);
  });

  it('without data are not told, and other fields say nothing', () => {
    expect(dataOf(['event: x\nid: 1\n: ping\n\n\ndata:\n\ndata: a\n\n'])).toEqual(['a']);
  });

  it.each(['\n', '\r\n', '\r'])('may end their lines with %j, cut at any byte', (end) => {
    const bytes = Buffer.from(['data: ä', 'data: b', '', 'data: c', '', ''].join(end));
    const single = [...bytes].map((_, place) => bytes.subarray(place, place + 1));
    expect(dataOf(single)).toEqual(['ä\nb', 'c']);
  });
});

describe('a body', () => {
  it.each([
    ['text/event-stream', 'anything', true],
    [' Text/Event-Stream; charset=utf-8', '', true],
    [null, 'data: {}\n', true],
    ['application/json', '\n: ping\n', true],
    ['text/plain', 'event: x', true],
    ['application/json', '{"data": 1}', false],
    [null, 'some data: here', false],
    [null, '', false],
  ])('of type %j that is %j is a stream of events: %s', (type, body, expected) => {
    expect(isEventStream(type, body)).toBe(expected);
  });
});
