import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Readable, Writable } from 'node:stream';

import { GatewaySession } from '../../../repositories/package-index/gateway-session';
import { IndexCache } from '../../../repositories/package-index/index-cache';
import { serveFrames } from '../../../repositories/package-index/serve-frames';
import { createUpstream } from '../../../repositories/package-index/upstream';
import { FakeUpstream } from './fake-upstream';

/** What runs in the box: the relay, and a client that knows nothing but its address. */
const box = `
import json, sys, urllib.request, urllib.error
from concurrent.futures import ThreadPoolExecutor
from repository.install.relay import Relay
relay = Relay(3, 4).start()
base = f"http://127.0.0.1:{relay.port}"
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
def get(path, accept="application/vnd.pypi.simple.v1+json"):
    try:
        return opener.open(urllib.request.Request(base + path, headers={"Accept": accept}), timeout=20).read()
    except urllib.error.HTTPError as error:
        return error.code
page = json.loads(get("/simple/some-thing/"))
files = [file["url"].replace("../..", "") for file in page["files"]]
with ThreadPoolExecutor(8) as pool:
    sizes = list(pool.map(lambda place: len(get(place)), files * 4))
print(json.dumps([sizes, get("/simple/none/"), get("/etc/passwd")]))
relay.stop()
`;

it('the relay in a box and the gateway outside meet over two pipes', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-'));
  const upstream = await FakeUpstream.start({
    'some-thing': [
      { filename: 'a-1.whl', content: Buffer.alloc(5_000_000, 'x') },
      { filename: 'a-2.whl', content: Buffer.alloc(70_000, 'y') },
    ],
  });
  const session = new GatewaySession(
    new IndexCache({ indexUrl: `${upstream.address}/simple/`, folder, upstream: createUpstream() }),
    { until: null },
  );
  const cwd = path.resolve(__dirname, '../../../python');
  const child = spawn('python3', ['-c', box], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit', 'pipe', 'pipe'],
  });
  const [, , , toBox, fromBox] = child.stdio as unknown as [
    null,
    Readable,
    null,
    Writable,
    Readable,
  ];
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await serveFrames((request) => session.handle(request), {
    frames: framesOf(fromBox),
    write: async (frame) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(frame.length);
      return (
        toBox.write(Buffer.concat([length, frame])) || (await once(toBox, 'drain')).length >= 0
      );
    },
  });
  expect(JSON.parse(printed)).toEqual([
    Array.from({ length: 4 }, () => [5_000_000, 70_000]).flat(),
    404,
    403,
  ]);
  expect(session.report().refused.length).toBe(1);
  await upstream.stop();
  await rm(folder, { recursive: true });
});

/** Frames as a cell passes them on: four bytes with the length, most significant first. */
async function* framesOf(input: Readable): AsyncGenerator<Uint8Array> {
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of input as AsyncIterable<Buffer>) {
    kept = Buffer.concat([kept, chunk]);
    while (kept.length >= 4 && kept.length >= 4 + kept.readUInt32BE(0)) {
      const end = 4 + kept.readUInt32BE(0);
      yield kept.subarray(4, end);
      kept = kept.subarray(end);
    }
  }
}
