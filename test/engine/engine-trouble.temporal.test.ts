import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureEngine, stopEngine } from '../../engine';
import { findProcess, freePort } from '../../processes';
import type { EngineOptions } from '../../engine';
import { describeWithTemporal } from '../prerequisites';
import { engineOptions } from './local-engine';
import { child, cleanUp, containing, firstOutput, matching, scratchState } from './scratch-state';

afterEach(() => cleanUp(['engine']));

/** What a server has made and left; each test has a copy of it. */
let left: string | null = null;
afterAll(() => {
  if (left !== null) rmSync(left, { recursive: true, force: true });
});

/** A database that a server has made and left. */
async function stoppedEngine(): Promise<EngineOptions> {
  const state = scratchState();
  const options = await engineOptions(state);
  if (left === null) {
    await ensureEngine(options);
    await stopEngine(options);
    left = mkdtempSync(join(tmpdir(), 'espalier-left-engine-'));
    cpSync(state.root, left, { recursive: true });
  } else {
    cpSync(left, state.root, { recursive: true });
  }
  return options;
}

async function nothingRuns({ state }: EngineOptions): Promise<void> {
  expect(await findProcess(state, 'engine')).toEqual({ kind: 'none' });
}

describeWithTemporal('a local engine that cannot start', () => {
  it('names the port that another program has taken', async () => {
    const options = await stoppedEngine();
    const file = join(options.state.processes, 'engine.ports.json');
    const ports = JSON.parse(readFileSync(file, 'utf8')) as { frontend: number };
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(ports.frontend, '127.0.0.1', resolve));
    try {
      await expect(ensureEngine(options)).rejects.toMatchObject({
        code: 'PORT_IN_USE',
        exitCode: 3,
        message: containing(String(ports.frontend)),
      });
      await nothingRuns(options);
    } finally {
      other.close();
    }
    expect(await ensureEngine(options)).toMatchObject({ started: true });
  });

  it('says that another server has the database, and which process', async () => {
    const options = await stoppedEngine();
    const { engineDatabase } = options.state;
    const { pid } = await otherServer(options);
    await expect(ensureEngine(options)).rejects.toMatchObject({
      code: 'ENGINE_DATABASE_LOCKED',
      exitCode: 3,
      message: containing(`${engineDatabase} is in use by process ${pid}`),
    });
    await nothingRuns(options);
  });

  it.each([
    [
      'garbage',
      (file: string) => {
        writeFileSync(file, 'x'.repeat(5_000));
      },
    ],
    [
      'nothing',
      (file: string) => {
        truncateSync(file, 0);
      },
    ],
    [
      'a header and nothing behind it',
      (file: string) => {
        rmSync(`${file}-wal`, { force: true });
        truncateSync(file, 1_000);
      },
    ],
  ])('leaves a database that holds %s as it is, and says how to go on', async (_, spoil) => {
    const options = await stoppedEngine();
    const { engineDatabase } = options.state;
    spoil(engineDatabase);
    const before = readFileSync(engineDatabase);
    await expect(ensureEngine(options)).rejects.toMatchObject({
      code: 'ENGINE_DATABASE_CORRUPT',
      exitCode: 3,
      message: containing(engineDatabase),
      remedy: matching(/mkdir .*engine-aside-.* && mv .*engine\.sqlite\* .*journal.*run resume/),
    });
    expect(readFileSync(engineDatabase).subarray(0, before.length)).toEqual(before);
    await nothingRuns(options);
  });

  it('starts afresh once the person has moved the database aside as told', async () => {
    const options = await stoppedEngine();
    writeFileSync(options.state.engineDatabase, 'x');
    const failure: unknown = await ensureEngine(options).catch((error: unknown) => error);
    const command = /mkdir .*\/(?= \()/.exec(remedyOf(failure))?.[0] ?? '';
    expect(command).toContain(' && mv ');
    const shell = child([
      '-e',
      `require('child_process').execSync(${JSON.stringify(command)}); console.log(1)`,
    ]);
    await firstOutput(shell);
    expect(await ensureEngine(options)).toMatchObject({ started: true });
  });

  it('refuses a database that another server version made', async () => {
    const options = await stoppedEngine();
    const file = join(options.state.root, 'engine.version.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      serverVersion: matching(/^1\.\d+\.\d+/),
    });
    writeFileSync(file, JSON.stringify({ serverVersion: '1.28.0' }));
    await expect(ensureEngine(options)).rejects.toMatchObject({
      code: 'ENGINE_VERSION_MISMATCH',
      exitCode: 3,
      message: matching(/made by Temporal server 1\.28\.0; .* is 1\.\d+/),
      remedy: containing('TEMPORAL_CLI_PATH'),
    });
    await nothingRuns(options);
  });

  it('says that the state folder cannot be written to', async () => {
    const state = scratchState();
    const file = join(state.root, 'a-file');
    writeFileSync(file, '');
    const root = join(file, 'state');
    const places = {
      root,
      engineDatabase: join(root, 'e'),
      processes: join(root, 'p'),
      logs: root,
    };
    const options = { ...(await engineOptions(state)), state: places };
    await expect(ensureEngine(options)).rejects.toMatchObject({
      code: 'STATE_FOLDER_NOT_WRITABLE',
      exitCode: 3,
    });
  });

  it('says so when something else stands in the place of the database', async () => {
    const options = await engineOptions(scratchState());
    mkdirSync(options.state.engineDatabase);
    await expect(ensureEngine(options)).rejects.toMatchObject({
      code: 'ENGINE_DATABASE_CORRUPT',
      message: containing('it is not a file'),
    });
  });
});

/** A server that somebody started on our file by hand. */
async function otherServer(options: EngineOptions): Promise<{ readonly pid: number }> {
  const { engineDatabase } = options.state;
  const port = String(await freePort());
  const server = child(
    ['server', 'start-dev', '--headless', '--port', port, '--db-filename', engineDatabase],
    options.cliPath,
  );
  await firstOutput(server);
  return { pid: server.pid ?? 0 };
}

function remedyOf(failure: unknown): string {
  if (typeof failure !== 'object' || failure === null || !('remedy' in failure)) return '';
  return String(failure.remedy);
}
