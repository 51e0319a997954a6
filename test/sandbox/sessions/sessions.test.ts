import { usualSessionLimits } from '../../../core/adapters/session';
import type { OutputPart } from '../../../core/adapters/session';
import { loadGuestBundle } from '../../../sandbox/guest/bundle';
import { mimeType } from '../../../sandbox/sessions/mime-type';
import { Sessions } from '../../../sandbox/sessions/open-sessions';
import { eventually } from '../../../laboratory/home/eventually';
import { ScriptedBackend, type CellMouth, type CellScript } from '../scripted-backend';

const bundle = loadGuestBundle();
const limits = { ...usualSessionLimits, memoryMb: 123 };

interface AskedOfSession {
  readonly id: string;
  readonly op?: string;
  readonly limits?: object;
  readonly number?: number;
  readonly code?: string;
  readonly files?: readonly object[];
}
type Answer = (asked: AskedOfSession, mouth: CellMouth) => void;

const finished = { end: 'finished', wallMs: 5 };
const answering: Answer = ({ id, op }, { say }) => {
  if (op === undefined) say({ id, block: finished });
};

/** A host whose cells begin a session, and do this with everything after it. */
function hostOf(answer: Answer = answering) {
  const script: CellScript = {
    answer: (asked: AskedOfSession, mouth: CellMouth) => {
      if (asked.limits === undefined) answer(asked, mouth);
      else mouth.say({ id: asked.id, block: finished });
    },
  };
  const backend = new ScriptedBackend([script]);
  const host = new Sessions(backend, bundle);
  const asked = () => backend.asked as unknown as readonly AskedOfSession[];
  return { backend, host, asked, open: () => host.open({ limits, seed: 4 }) };
}

describe('an interpreter session', () => {
  it('begins with its limits and seed, in a cell of that size', async () => {
    const { host, backend, asked, open } = hostOf();
    await open();
    expect([host.name, backend.shapes]).toEqual(['bubblewrap', [{ memoryMb: 123 }]]);
    expect(asked()[0]).toMatchObject({ kind: 'session', limits, seed: 4 });
    await host.close();
    expect([backend.alive, backend.closed]).toEqual([0, 1]);
  });

  it('runs blocks by their number, with what they say in order, and streams joined', async () => {
    const said: readonly object[] = [
      { part: { kind: 'stdout', text: 'a' } },
      { part: { kind: 'stdout', text: 'b' } },
      { part: { kind: 'stderr', text: 'c' } },
      { part: { kind: 'value', text: '1' } },
      { part: { kind: 'value', text: '2' } },
      { part: { kind: 'stdout', text: 'd' } },
      { file: { name: 'plot.PNG', content64: 'YQ==' } },
    ];
    const { host, asked, open } = hostOf((one, { say }) => {
      for (const part of said) say({ id: one.id, ...part });
      say({ id: one.id, block: { end: 'finished', wallMs: 9 } });
    });
    const session = await open();
    const heard: OutputPart[] = [];
    const block = await session.run('x = 1', { onOutput: (part) => heard.push(part) });
    expect(block).toEqual({
      ...{ end: 'finished', wallMs: 9 },
      parts: [
        { kind: 'stdout', text: 'ab' },
        { kind: 'stderr', text: 'c' },
        { kind: 'value', text: '1' },
        { kind: 'value', text: '2' },
        { kind: 'stdout', text: 'd' },
      ],
      artefacts: [{ name: 'plot.PNG', content: Buffer.from('a'), mime: 'image/png' }],
    });
    expect(heard.map((part) => 'text' in part && part.text)).toEqual([
      'a',
      'b',
      'c',
      '1',
      '2',
      'd',
    ]);
    await session.run('y = 2');
    expect(
      asked()
        .slice(1)
        .map(({ number, code }) => [number, code]),
    ).toEqual([
      [1, 'x = 1'],
      [2, 'y = 2'],
    ]);
    await host.close();
  });

  it('takes files by plain names, and says when there is no room for them', async () => {
    const ends = [finished, { end: 'raised', wallMs: 1 }];
    const { host, asked, open } = hostOf(({ id }, { say }) => say({ id, block: ends.shift() }));
    const session = await open();
    const files = [{ name: 'a.csv', content: Buffer.from('a'), mime: 'text/csv' }];
    await session.give(files);
    expect(asked()[1]).toMatchObject({ files: [{ name: 'a.csv', content64: 'YQ==' }] });
    await expect(session.give(files)).rejects.toMatchObject({
      message: expect.stringContaining('no room') as string,
    });
    await expect(
      session.give(files.map((file) => ({ ...file, name: '../a' }))),
    ).rejects.toMatchObject({
      message: expect.stringContaining('"../a" is no name') as string,
    });
    expect(asked()).toHaveLength(3);
    await host.close();
  });

  it('interrupts a block that nobody wants any more, and never begins one', async () => {
    const { host, asked, open } = hostOf(({ id, op, number }, { say }) => {
      if (op === 'interrupt') say({ id, block: { end: 'interrupted', wallMs: 1 } });
      else if (number !== 1) say({ id, block: finished });
    });
    const session = await open();
    const stop = new AbortController();
    const block = session.run('while True: pass', { signal: stop.signal });
    await eventually('the block is asked', () => asked().length === 2);
    stop.abort();
    expect((await block).end).toBe('interrupted');
    await expect(session.run('x', { signal: stop.signal })).rejects.toMatchObject({
      code: 'SANDBOX_CANCELLED',
    });
    expect((await session.run('y')).end).toBe('finished');
    await host.close();
  });

  it('is over when it is lost, and its cell is ended', async () => {
    const lost = { end: 'lost', cause: 'memory', wallMs: 1 };
    const { host, backend, open } = hostOf(({ id }, { say }) => say({ id, block: lost }));
    const session = await open();
    expect(await session.run('x')).toMatchObject({ end: 'lost', cause: 'memory' });
    expect(backend.alive).toBe(0);
    await expect(session.run('y')).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
    await host.close();
  });

  it('that breaks reports it once, and every waiting caller gets an error', async () => {
    const { host, backend, open } = hostOf((_, { die }) => {
      die();
    });
    const session = await open();
    const [first, second] = [session.run('x'), session.run('y')];
    await expect(first).rejects.toMatchObject({ code: 'SANDBOX_INFRA' });
    await expect(second).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
    expect(backend.alive).toBe(0);
    await host.close();
  });

  it('is not opened by a host that was closed, or for nobody', async () => {
    const { host, backend, open } = hostOf();
    const signal = AbortSignal.abort();
    await expect(host.open({ limits, seed: 0, signal })).rejects.toMatchObject({
      code: 'SANDBOX_CANCELLED',
    });
    const session = await open();
    await host.close();
    await expect(session.run('x')).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
    await expect(open()).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
    expect(backend.cells).toHaveLength(1);
  });
});

it.each([
  ['a.csv', 'text/csv'],
  ['plot.old.SVG', 'image/svg+xml'],
  ['photo.jpeg', 'image/jpeg'],
  ['csv', 'application/octet-stream'],
  ['a.csv.x', 'application/octet-stream'],
])('a file is told by the end of its name: %s, %s', (name, type) => {
  expect(mimeType(name)).toBe(type);
});
