import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';

import { keepBank } from '../../../lab/services/kept-bank';
import { supervisorName } from '../../../lab/services/ensure-supervisor';
import { workerName } from '../../../lab/services/worker-ready';
import type { LabContext } from '../../../lab/lab-context';
import { modelServerName } from '../../../config/own-model-server';
import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import type { StateFolder } from '../../../config/state-folder';
import type { ModelConfig } from '../../../core/schemas/run';
import { findProcess } from '../../../processes';
import { cleanUp, scratchState, scriptIn } from '../../engine/scratch-state';
import { eventually } from '../../../laboratory/home/eventually';

const bankHash = 'b'.repeat(64);

/** A run's model that a model server of ours answers for. */
export const simulated: ModelConfig = {
  kind: 'simulated',
  name: 'simulated',
  logicalEndpoint: 'simulated:1',
  criticAccuracy: 0.5,
  bank: {
    files: ['programs.jsonl'],
    sha256: bankHash,
    sourceModels: [],
    selfRepairingMethods: [],
    problems: 1,
    distinctPrograms: { min: 1, median: 1, max: 1 },
  },
};

/** A run's model that is asked with the user's key. */
export const onEndpoint: ModelConfig = {
  kind: 'endpoint',
  name: 'some-model',
  logicalEndpoint: 'http://model.test/v1',
};

export const modelServer = modelServerName(simulated.logicalEndpoint);

/** What our own program was told: which entry point, with which options. */
export interface StartedService {
  readonly entry: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A state folder whose engine is somebody else's and whose other services are started in earnest. */
export interface ServicesUnderTest {
  readonly folder: StateFolder;
  /** What a command with these settings has at hand. */
  readonly context: (changes?: Readonly<Record<string, string>>) => LabContext;
  /** What people were told, line by line. */
  readonly notes: string[];
  /** Every service that was started, in order. */
  readonly started: () => readonly StartedService[];
  /** Pid of a service that lives; null when it does not. */
  readonly pidOf: (name: string) => Promise<number | null>;
  readonly kill: (name: string) => Promise<void>;
  /** Runs in every service from now on, before it is ready: JavaScript. */
  readonly whenNextStarted: (source: string) => void;
}

/**
 * In the place of our own program: it notes how it was started and is ready as a worker or a model server is. What
 * starts, finds and stops it is the real thing.
 */
const program = (folder: StateFolder): string => `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const entry = require('node:path').basename(process.argv[2], '.js');
const options = JSON.parse(process.argv[3]);
appendFileSync(${JSON.stringify(join(folder.root, 'started.jsonl'))}, JSON.stringify({ entry, options }) + '\\n');
const first = ${JSON.stringify(join(folder.root, 'first.cjs'))};
if (existsSync(first)) eval(readFileSync(first, 'utf8'));
if (options.readyFile) writeFileSync(options.readyFile, String(process.pid));
else require('node:net').createServer().listen(options.port, '127.0.0.1');
setInterval(() => {}, 1000);
`;

const undo: (() => void)[] = [];

export async function servicesUnderTest(): Promise<ServicesUnderTest> {
  const { root } = scratchState();
  const folder = stateFolder(readSettings({ ESPALIER_HOME: root }));
  const standIn = scriptIn(folder, 'program.cjs', program(folder));
  chmodSync(standIn, 0o755);
  const own = jest.replaceProperty(process, 'execPath', standIn);
  undo.push(() => {
    own.restore();
  });
  const address = await somebodysEngine();
  const bank = join(root, 'programs.jsonl');
  writeFileSync(bank, '{}\n');
  await keepBank(folder, bankHash, [bank]);
  const notes: string[] = [];
  const started = () =>
    linesOf(join(root, 'started.jsonl')).map((line) => JSON.parse(line) as StartedService);
  const pidOf = async (name: string) => {
    const found = await findProcess(folder, name);
    return found.kind === 'alive' ? found.record.identity.pid : null;
  };
  return {
    folder,
    notes,
    started,
    context: (changes = {}) => ({
      // No container engine: what is left over of sandboxes is not looked for on this machine.
      settings: readSettings({
        ESPALIER_HOME: root,
        TEMPORAL_ADDRESS: address,
        DOCKER_HOST: `unix://${join(root, 'no-docker.sock')}`,
        ...changes,
      }),
      folder,
      note: (text) => {
        notes.push(text);
      },
    }),
    pidOf,
    kill: async (name) => {
      const pid = await pidOf(name);
      if (pid === null) throw new Error(`${name} does not run`);
      process.kill(pid, 'SIGKILL');
      // Its first thread may be gone before the others, which still hold its port.
      await eventually(
        `the end of ${name}`,
        async () => ((await pidOf(name)) === null ? true : null),
        {
          everyMs: 5,
        },
      );
    },
    whenNextStarted: (source) => {
      writeFileSync(join(root, 'first.cjs'), source);
    },
  };
}

export async function endServices(): Promise<void> {
  for (const step of undo.splice(0)) step();
  await cleanUp([supervisorName, workerName, modelServer]);
}

let passedMs = 0;

/** Lets time pass for whoever looks at a clock now and then. */
export function passTime(ms: number): void {
  passedMs += ms;
  if (jest.isMockFunction(Date.now)) return;
  const date = Date.now;
  const monotonic = performance.now.bind(performance);
  const clocks = [
    jest.spyOn(Date, 'now').mockImplementation(() => date() + passedMs),
    jest.spyOn(performance, 'now').mockImplementation(() => monotonic() + passedMs),
  ];
  undo.push(() => {
    passedMs = 0;
    for (const clock of clocks) clock.mockRestore();
  });
}

/** An engine of the user's: all that is asked of it here is that it takes connections. */
async function somebodysEngine(): Promise<string> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => {
    server.close();
  });
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}
