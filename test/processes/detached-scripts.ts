import type { ManagedProcess } from '../../processes';
import { scriptIn } from '../engine/scratch-state';
import type { ScratchState } from '../engine/scratch-state';

const listener = `
  const [port, mark] = process.argv.slice(2);
  console.log('started ' + mark);
  require('node:net').createServer().listen(Number(port), '127.0.0.1');
`;

export function listening(
  state: ScratchState,
  changes: Partial<ManagedProcess> = {},
): ManagedProcess {
  const script = scriptIn(state, 'listener.js', listener);
  return {
    name: 'thing',
    ports: { main: 'keep' },
    command: (ports) => ({
      file: process.execPath,
      args: [script, String(ports['main']), changes.fingerprint ?? 'a'],
    }),
    fingerprint: 'a',
    ...changes,
  };
}

export function scripted(
  state: ScratchState,
  source: string,
  changes: Partial<ManagedProcess> = {},
) {
  const script = scriptIn(state, 'scripted.js', source);
  return {
    name: 'thing',
    ports: {},
    command: () => ({ file: process.execPath, args: [script] }),
    fingerprint: 'a',
    ...changes,
  } satisfies ManagedProcess;
}
