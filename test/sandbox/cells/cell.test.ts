import { Cell } from '../../../sandbox/cells/cell';
import { cellIdentity } from '../../../sandbox/cells/cell-identity';
import { withSandboxErrors } from '../../../sandbox/cells/sandbox-errors';
import { TestBrokenError } from '../../../sandbox/errors';
import { ConversationError, RequestTooLargeError } from '../../../sandbox/guest/cell-conversation';
import { loadGuestBundle } from '../../../sandbox/guest/bundle';
import { nameBrokenTest } from '../../../sandbox/name-broken-test';
import { hello, passed, ScriptedBackend, silent, type CellScript } from '../scripted-backend';
import { limits, task } from '../tasks';

const bundle = loadGuestBundle();

function starting(
  script: CellScript = {},
  more: {
    readonly approve?: () => void;
    readonly helloMs?: number;
    readonly silenceMs?: number;
  } = {},
  signal = new AbortController().signal,
) {
  const backend = new ScriptedBackend([script]);
  const approve = (): void => undefined;
  const broken: Cell[] = [];
  const onBroken = (cell: Cell): void => void broken.push(cell);
  const options = { backend, bundle, approve, ...more };
  return { backend, broken, cell: Cell.start({ memoryMb: 1 }, options, { signal, onBroken }) };
}

describe('a cell', () => {
  it('is asked for a check with all of it, and counts the programs it ran', async () => {
    const { backend, cell } = starting();
    const own = await cell;
    expect(own.hello).toEqual(hello);
    await own.check(
      task('p', ['a', 'b'], {
        trustedSetup: 'setup',
        entryPoint: 'add',
        seed: 5,
        assurance: 'objects',
      }),
    );
    await own.check(task('p', []));
    expect(own.served).toBe(3);
    expect(backend.asked[0]).toMatchObject({
      ...{ kind: 'check', program: 'p', setup: 'setup', entryPoint: 'add', tests: ['a', 'b'] },
      ...{ seed: 5, limits, assurance: 'objects' },
    });
    expect(backend.asked[1]).toMatchObject({ tests: [], assurance: 'data' });
    expect(backend.asked[1]).not.toHaveProperty('manner');
    await own.end();
  });

  it('is asked for a script with its input, and gets bytes as they are', async () => {
    const { backend, cell } = starting();
    const own = await cell;
    const program = Buffer.from([0xff, 0x41]);
    await own.run({ program, stdin: 'ä', limits, seed: 7 });
    await own.run({ program: 'text', limits, seed: 0 });
    expect(backend.asked[0]).toMatchObject({
      ...{ kind: 'script', program64: '/0E=', stdin64: Buffer.from('ä').toString('base64') },
      ...{ seed: 7, limits },
    });
    expect(backend.asked[1]).toMatchObject({ program: 'text' });
    expect(backend.asked[1]).not.toHaveProperty('stdin64');
    expect([own.served, await own.ping()]).toEqual([
      2,
      { zygoteRssKb: 1, ownRssKb: 2, descriptors: 3 },
    ]);
    await own.end();
  });

  it('names the test that Python cannot run, counted from one', async () => {
    const { cell } = starting({
      answer: ({ id }, { say }) => {
        say({ id, test: 0, outcome: passed });
        say({ id, test: 1, broken: 'invalid syntax' });
      },
    });
    const own = await cell;
    await expect(own.check(task('p', ['a', '(']))).rejects.toMatchObject({
      ...{ code: 'TEST_BROKEN', test: 2, entryPoint: 'add' },
      message: 'Python cannot run test 2 of add: invalid syntax',
    });
    await own.end();
  });

  it('that says nothing for longer than a test may take breaks, and tells that once', async () => {
    const { broken, cell } = starting({ answer: silent }, { silenceMs: 20 });
    const own = await cell;
    const quick = { ...limits, wallMs: 10 };
    await expect(own.check(task('p', ['a'], { limits: quick }))).rejects.toMatchObject({
      code: 'SANDBOX_INFRA',
      message: expect.stringContaining('30 ms') as string,
    });
    await own.end();
    expect([own.broken, broken]).toEqual([true, [own]]);
  });

  it.each<[string, Parameters<typeof starting>, RegExp]>([
    ['says no hello', [{ hello: null }, { helloMs: 20 }], /no hello within 20 ms/],
    ['ends instead of a hello', [{ diesAtStart: true, lastWords: 'no python' }], /no python/],
  ])('that %s is not to be had, and nothing of it is left', async (_, script, words) => {
    const { backend, broken, cell } = starting(...script);
    await expect(cell).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringMatching(words) as string,
    });
    expect([backend.alive, broken, backend.cells[0]?.confined]).toEqual([0, [], 0]);
  });

  it('that is not what it should be is ended before it is confined', async () => {
    const approve = (): void => {
      throw new Error('it is another one');
    };
    const { backend, cell } = starting({}, { approve });
    await expect(cell).rejects.toThrow('it is another one');
    expect([backend.alive, backend.cells[0]?.confined]).toEqual([0, 0]);
  });

  it('that nobody wants any more while it starts is ended', async () => {
    const stop = new AbortController();
    const { backend, cell } = starting({ startMs: 1 }, {}, stop.signal);
    stop.abort();
    await expect(cell).rejects.toThrow('aborted');
    expect(backend.alive).toBe(0);
  });
});

describe('what verdicts of a cell depend on', () => {
  const tree = { memoryUnbounded: null };

  it('is Python, machine, what is loaded, and how memory is bounded and counted', () => {
    const of = (
      changes: Partial<typeof hello> = {},
      backend: Parameters<typeof cellIdentity>[0] = tree,
    ) => cellIdentity(backend, { ...hello, ...changes });
    expect(of()).toMatch(
      /^python 3\.11\.2, x86_64, preload [0-9a-f]{16}, memory of the tree, memory kills not counted$/,
    );
    const others = [
      of({ python: '3.12.0' }),
      of({ machine: 'aarch64' }),
      of({ preload: ['numpy'] }),
      of({ isolation: { ...hello.isolation, countsOom: true } }),
      of({}, { memoryUnbounded: 'no groups' }),
    ];
    expect(new Set([of(), ...others]).size).toBe(6);
    expect(others[3]).toContain('memory kills counted');
    expect(others[4]).toContain('memory of each process');
  });
});

describe('an error of a cell', () => {
  const backend = new ScriptedBackend();

  it('is one of the sandbox, with the backend that it is from', async () => {
    const asError = (error: Error) => withSandboxErrors(backend, Promise.reject(error));
    await expect(asError(new ConversationError('it ended'))).rejects.toMatchObject({
      ...{ code: 'SANDBOX_INFRA', backend: 'bubblewrap', reason: 'it ended' },
    });
    await expect(asError(new RequestTooLargeError(9, 5))).rejects.toMatchObject({
      code: 'SANDBOX_TASK_TOO_LARGE',
      message: expect.stringMatching(/9.*5/) as string,
    });
    await expect(asError(new TypeError('odd'))).rejects.toThrow(TypeError);
    expect(await withSandboxErrors(backend, Promise.resolve(1))).toBe(1);
  });

  it('about a broken test begins with the name of its problem', async () => {
    const named = (error: Error) => nameBrokenTest('P/3', () => Promise.reject(error));
    await expect(named(new TestBrokenError(1, '', 'no'))).rejects.toMatchObject({
      ...{ code: 'TEST_BROKEN', exitCode: 2, message: 'P/3: Python cannot run test 1: no' },
      remedy: expect.stringContaining('--test') as string,
    });
    await expect(named(new TypeError('odd'))).rejects.toThrow(/^odd$/);
    expect(await nameBrokenTest('P/3', () => Promise.resolve(1))).toBe(1);
  });
});
