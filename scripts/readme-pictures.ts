/**
 * Draws the two pictures of the README from a recorded run, with the functions that `run show` prints with.
 *
 *     node scripts/run.cjs scripts/readme-pictures.ts                       draw the pictures
 *     node scripts/run.cjs scripts/readme-pictures.ts --record RUN PROBLEM  record a run of this state folder, then draw
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { wrapLine } from '../cli/terminal/terminal-text';
import { findPackageRoot } from '../config/package-root';
import { readSettings } from '../config/settings';
import { stateFolder } from '../config/state-folder';
import type { AttemptResult, BlobStore } from '../core/ports/records';
import type { SearchOutcome } from '../core/kinds/search/schema';
import type { SearchNode } from '../core/schemas/search';
import { withStore } from '../lab/with-store';
import { openTreeLines, searchTreeLines } from '../report/attempt-tree';
import { loadAttempts } from '../report/load-attempts';
import type { LoadedAttempt } from '../report/load-attempts';
import { loadRun } from '../report/load-run';
import type { LoadedRun } from '../report/load-run';
import { runTableLines } from '../report/run-table';
import { terminalSvg } from './terminal-svg';

/** What the pictures are drawn from: a run, one of its attempts, and the texts that the tree quotes. */
interface Recording {
  readonly run: Omit<LoadedRun, 'shown'>;
  readonly attempt: LoadedAttempt;
  readonly texts: Readonly<Record<string, string>>;
}

/** Characters in a line of the pictures. */
const columns = 106;

const root = findPackageRoot();
const recordingFile = join(root, 'test/fixtures/readme/recorded-run.json');
/** Where the README finds them. */
export const pictureFolder = join(root, 'docs/images');

/** The pictures by file name. */
export async function drawPictures(): Promise<Readonly<Record<string, string>>> {
  const { run, attempt, texts } = JSON.parse(await readFile(recordingFile, 'utf8')) as Recording;
  const command = `$ npx espalier run show ${run.record.id}`;
  const tree = await openTreeLines(...searchUnderWay(attempt, blobsOf(texts)));
  const table = runTableLines({ ...run, shown: new Map() });
  return {
    'search-tree.svg': drawn(`${command} ${attempt.attempt.problem}`, tree),
    'run-table.svg': drawn(command, table),
  };
}

function drawn(command: string, lines: readonly string[]): string {
  return terminalSvg([command, '', ...lines.flatMap((line) => wrapLine(line, columns))], columns);
}

/** The recorded search as it was while its last program was being written. */
function searchUnderWay(loaded: LoadedAttempt, blobs: BlobStore): Parameters<typeof openTreeLines> {
  const { nodes, strategies } = outcomeOf(loaded);
  const last = nodes.at(-1);
  if (last === undefined) throw new Error('the recorded search has no nodes');
  const inFlight: SearchNode = {
    ...last,
    program: null,
    visible: null,
    critique: { kind: 'none' },
    decision: null,
  };
  const attempt = { ...loaded.attempt, status: 'running', result: null } as const;
  const calls = loaded.calls.filter((call) => !('node' in call) || call.node !== last.id);
  return [
    blobs,
    { ...loaded, attempt, calls },
    {
      nodes: [...nodes.slice(0, -1), inFlight],
      strategies,
      inFlight: last.id,
      waiting: 2,
      paused: null,
      ahead: [],
    },
  ];
}

function outcomeOf({ attempt }: LoadedAttempt): SearchOutcome {
  const { outcome } = attempt.result as AttemptResult<SearchOutcome>;
  return outcome;
}

function blobsOf(texts: Readonly<Record<string, string>>): BlobStore {
  return {
    get: (sha256) => Promise.resolve(texts[sha256] ?? ''),
    put: () => Promise.reject(new Error('a recording is read only')),
    missing: () => Promise.resolve([]),
  };
}

async function record(run: string, problem: string): Promise<void> {
  const settings = readSettings(process.env);
  const place = { settings, folder: stateFolder(settings), note: console.error };
  await withStore(place, async (store) => {
    const [attempt] = await loadAttempts(store, { run, problem });
    if (attempt === undefined) throw new Error(`no attempt on ${problem}`);
    const texts: Record<string, string> = {};
    const kept: BlobStore = {
      ...store.blobs,
      get: async (sha256) => {
        const text = await store.blobs.get(sha256);
        texts[sha256] = text;
        return text;
      },
    };
    await searchTreeLines(kept, attempt, outcomeOf(attempt));
    const recording: Recording = { run: await loadRun(store, run), attempt, texts };
    await mkdir(join(recordingFile, '..'), { recursive: true });
    await writeFile(recordingFile, `${JSON.stringify(recording, null, 1)}\n`);
  });
}

async function main(): Promise<void> {
  const [flag, run, problem] = process.argv.slice(2);
  if (flag === '--record' && run !== undefined && problem !== undefined) await record(run, problem);
  for (const [name, svg] of Object.entries(await drawPictures())) {
    await writeFile(join(pictureFolder, name), svg);
  }
}

if (process.argv[1] === __filename) void main();
