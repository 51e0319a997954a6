import { StringDecoder } from 'node:string_decoder';

/** Reads a stream of server-sent events as its bytes come. */
export interface EventLines {
  readonly push: (bytes: Buffer) => void;
  /** Tells an event that no empty line has ended. */
  readonly end: () => void;
}

/** @param onData told the data of each event, in order; comments, names and ids of events say nothing to us. */
export function readEventLines(onData: (data: string) => void): EventLines {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let data: string[] = [];
  const line = (text: string): void => {
    if (text === '') flush();
    else if (text.startsWith('data:')) data.push(text.slice(5).replace(/^ /, ''));
  };
  const flush = (): void => {
    const event = data.join('\n');
    data = [];
    if (event !== '') onData(event);
  };
  return {
    push: (bytes) => {
      const lines = (rest + decoder.write(bytes)).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      lines.forEach(line);
    },
    end: () => {
      line(rest.replace(/\r$/, '') + decoder.end());
      flush();
    },
  };
}
