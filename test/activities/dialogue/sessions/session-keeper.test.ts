import { SessionKeeper } from '../../../../activities/dialogue/sessions/session-keeper';
import { keepFile } from '../../../../activities/dialogue/sessions/block-record';
import type { AttemptKey, Store } from '../../../../core/ports/records';
import { usualSessionLimits, type OutputPart } from '../../../../core/adapters/session';
import type { SessionBlock } from '../../../../core/refinement/session-blocks';
import type { Artefact, RunBlock } from '../../../../core/schemas/dialogue';
import { eventually } from '../../../../laboratory/home/eventually';
import { SmallSessions } from '../../../fakes/small-sessions';
import { createStoreFolder, type StoreFolder } from '../../../store/store-folder';

let here: StoreFolder;
let store: Store;
let host: SmallSessions;
const keepers: SessionKeeper[] = [];
beforeEach(async () => {
  here = createStoreFolder();
  store = await here.open();
  host = new SmallSessions();
});
afterEach(async () => {
  await Promise.all(keepers.splice(0).map((keeper) => keeper.close()));
  await here.dispose();
});

/** As a worker process has one. */
function newKeeper({ most = 4, idleMs = 60_000 } = {}): SessionKeeper {
  const keeper = new SessionKeeper({
    dialogues: store.dialogues,
    blobs: store.blobs,
    host: async () => host,
    most,
    idleMs,
  });
  keepers.push(keeper);
  return keeper;
}

/** A dialogue that says one block after another; its record is what the machine would fold out of the events. */
class Talk {
  private blocks: SessionBlock[] = [];
  private given: Artefact[] = [];

  constructor(
    public keeper: SessionKeeper,
    readonly key: AttemptKey = { run: 'chat-1', problem: 'chat', sample: 0 },
  ) {}

  async give(name: string, text: string): Promise<void> {
    const file = { name, mime: 'text/plain', content: Buffer.from(text) };
    this.given.push(await keepFile(store.blobs, file));
  }

  async run(
    code: string,
    how: { readonly signal?: AbortSignal; readonly onOutput?: (part: OutputPart) => void } = {},
  ): Promise<RunBlock> {
    // As with a round that was given up: what takes its place has its id.
    const id = `r${String(this.blocks.length + 1)}`;
    const program = await store.blobs.put(code);
    const files = this.given;
    const result = await this.keeper.run({
      key: this.key,
      id,
      program,
      before: { blocks: this.blocks, files },
      limits: usualSessionLimits,
      seed: 7,
      ...how,
    });
    this.blocks.push({ id, program, files, result });
    this.given = [];
    return result;
  }

  /** The newest block is retried: it stands no longer. */
  takeBack(): void {
    this.blocks.pop();
  }
}

async function outputOf({ output }: RunBlock): Promise<unknown> {
  return JSON.parse(await store.blobs.get(output));
}
const wordsOf = ({ words }: RunBlock): Promise<string> => store.blobs.get(words.sha256);
const printed = (...lines: readonly string[]): readonly OutputPart[] => [
  { kind: 'stdout', text: lines.map((line) => `${line}\n`).join('') },
];

describe('a block of a dialogue', () => {
  it('finds what the blocks before it have made, in one session', async () => {
    const talk = new Talk(newKeeper());
    await talk.run('set x 4\nset y 5');
    const second = await talk.run('show x\nshow y');
    expect(await outputOf(second)).toEqual(printed('4', '5'));
    expect(second).toMatchObject({ end: 'finished', rebuilt: null });
    expect(await wordsOf(second)).toContain('4\n5');
    expect(host.opened).toBe(1);
  });

  it('is told of as it writes', async () => {
    const heard: OutputPart[] = [];
    await new Talk(newKeeper()).run('set x 4\nshow x', { onOutput: (part) => heard.push(part) });
    expect(heard).toEqual([...printed('x set'), ...printed('4')]);
  });

  it('is recorded with the files that it made', async () => {
    const { artefacts } = await new Talk(newKeeper()).run('make plot.txt curve');
    expect(artefacts).toMatchObject([{ name: 'plot.txt', mime: 'text/plain', bytes: 5 }]);
    const content = await store.blobs.get(artefacts[0]?.sha256 ?? '');
    expect(Buffer.from(content, 'base64').toString()).toBe('curve');
  });

  it('finds the files that a person gave', async () => {
    const talk = new Talk(newKeeper());
    await talk.run('set x 4');
    await talk.give('data.csv', '1,2');
    expect(await outputOf(await talk.run('read data.csv'))).toEqual(printed('1,2'));
  });

  it('runs once, however often it is asked for, also by another worker', async () => {
    const talk = new Talk(newKeeper());
    const program = await store.blobs.put('tick');
    const ask = (keeper: SessionKeeper): Promise<RunBlock> =>
      keeper.run({
        key: talk.key,
        id: 'r1',
        program,
        before: { blocks: [], files: [] },
        limits: usualSessionLimits,
        seed: 7,
      });
    const [first, again] = await Promise.all([ask(talk.keeper), ask(talk.keeper)]);
    expect(again).toEqual(first);
    expect(await ask(newKeeper())).toEqual(first);
    expect(host.ran).toEqual(['tick']);
  });

  it('that was given up leaves nothing: the next one runs in a session without it', async () => {
    const talk = new Talk(newKeeper());
    await talk.run('set x 4');
    const stop = new AbortController();
    const release = host.hold();
    const running = talk.run('set x 5', { signal: stop.signal });
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'SANDBOX_CANCELLED' });
    release();
    expect(await outputOf(await talk.run('show x'))).toEqual(printed('4'));
  });
});

describe('a session that is gone', () => {
  it('is made again from the recorded blocks by the next worker, which says so', async () => {
    const talk = new Talk(newKeeper());
    await talk.give('data.csv', '1,2');
    await talk.run('set x 4');
    await talk.run('show nothing');
    await talk.run('set y 5');
    talk.keeper = newKeeper();
    const after = await talk.run('show x\nshow y\nread data.csv');
    expect(await outputOf(after)).toEqual(printed('4', '5', '1,2'));
    expect(after.rebuilt).toEqual({ blocks: 3, different: [] });
    expect(await wordsOf(after)).toContain('started anew, by running the 3 earlier blocks again.');
    expect((await talk.run('show x')).rebuilt).toBeNull();
  });

  it('names blocks that gave something else this time; addresses of objects do not count', async () => {
    const talk = new Talk(newKeeper());
    await talk.run('address');
    await talk.run('tick');
    await talk.run('set x 4');
    talk.keeper = newKeeper();
    const after = await talk.run('show x');
    expect(after.rebuilt).toEqual({ blocks: 3, different: ['r2'] });
    expect(await wordsOf(after)).toMatch(/gave something else than the first time.*`tick`/);
  });

  it('with its cell is made again when the block is tried again', async () => {
    const talk = new Talk(newKeeper());
    await talk.run('set x 4');
    host.break();
    await expect(talk.run('show x')).rejects.toMatchObject({ fate: 'retryable' });
    const again = await talk.run('show x');
    expect(again.rebuilt).toEqual({ blocks: 1, different: [] });
    expect(await outputOf(again)).toEqual(printed('4'));
  });

  it('leaves no cell behind when it cannot be made again, or nobody waits for it any more', async () => {
    const talk = new Talk(newKeeper());
    await talk.run('set x 4');
    talk.keeper = newKeeper();
    host.break();
    await expect(talk.run('show x')).rejects.toMatchObject({ fate: 'retryable' });
    expect(host.living).toBe(1);
    const stop = new AbortController();
    const release = host.hold();
    const before = host.ran.length;
    const running = expect(talk.run('show x', { signal: stop.signal })).rejects.toMatchObject({
      code: 'SANDBOX_CANCELLED',
    });
    await eventually('the first block runs again', () => host.ran.length > before);
    stop.abort();
    await running;
    release();
    expect(host.living).toBe(1);
  });

  it('by the block itself stays empty, but for the files of a person', async () => {
    const talk = new Talk(newKeeper());
    await talk.give('data.csv', '1,2');
    await talk.run('set x 4');
    expect(await talk.run('crash')).toMatchObject({ end: 'lost' });
    expect(host.living).toBe(0);
    const after = await talk.run('read data.csv\nshow x');
    expect(after).toMatchObject({ end: 'raised', rebuilt: null });
    expect(await outputOf(after)).toMatchObject([...printed('1,2'), { kind: 'error' }]);
  });

  it('has the files that came with the block that lost it', async () => {
    const talk = new Talk(newKeeper());
    await talk.give('old.csv', '0');
    await talk.run('set x 4');
    await talk.give('data.csv', '1,2');
    await talk.run('crash');
    const after = await talk.run('read old.csv\nread data.csv');
    expect(await outputOf(after)).toEqual(printed('0', '1,2'));
    talk.keeper = newKeeper();
    expect(await outputOf(await talk.run('read data.csv'))).toEqual(printed('1,2'));
  });

  it('is made again from behind the block that lost it, without what was refused', async () => {
    const talk = new Talk(newKeeper());
    for (const code of ['set x 4', 'crash', 'set y 5', 'input', 'endless']) await talk.run(code);
    talk.keeper = newKeeper();
    host.ran = [];
    expect((await talk.run('show y')).rebuilt).toEqual({ blocks: 2, different: [] });
    expect(host.ran).toEqual(['set y 5', 'endless', 'show y']);
  });

  it('is empty again behind a block that crashes this time only, and names it', async () => {
    const talk = new Talk(newKeeper());
    await talk.run('set x 4');
    expect(await talk.run('stumble')).toMatchObject({ end: 'finished' });
    await talk.run('set y 5');
    talk.keeper = newKeeper();
    const after = await talk.run('show y\nshow x');
    expect(after.rebuilt).toEqual({ blocks: 3, different: ['r2'] });
    expect(await outputOf(after)).toMatchObject([...printed('5'), { kind: 'error' }]);
    expect(host.closed).toBe(1);
  });

  it('is made again without a block that stands no longer', async () => {
    const talk = new Talk(newKeeper());
    await talk.run('set x 4');
    await talk.run('set x 5');
    talk.takeBack();
    expect(await talk.run('set y 6')).toMatchObject({ rebuilt: { blocks: 1, different: [] } });
    expect(await outputOf(await talk.run('show x'))).toEqual(printed('4'));
  });
});

describe('the sessions of a worker', () => {
  const dialogue = (keeper: SessionKeeper, number: number): Talk =>
    new Talk(keeper, { run: `chat-${String(number)}`, problem: 'chat', sample: 0 });

  it('are never more than allowed, however many dialogues go on at once', async () => {
    const keeper = newKeeper({ most: 3 });
    let most = 0;
    const onOutput = (): void => {
      most = Math.max(most, host.living);
    };
    const talks = Array.from({ length: 200 }, (_, number) => dialogue(keeper, number));
    await Promise.all(talks.map((talk) => talk.run('set x 4', { onOutput })));
    const results = await Promise.all(talks.map((talk) => talk.run('show x', { onOutput })));
    expect(new Set(results.map(({ output }) => output)).size).toBe(1);
    expect(most).toBeLessThanOrEqual(3);
    expect(keeper.liveSessions).toBe(3);
  });

  it('make room by the one used least recently', async () => {
    const keeper = newKeeper({ most: 2 });
    const [first, second, third] = [1, 2, 3].map((number) => dialogue(keeper, number));
    await first?.run('set x 1');
    await second?.run('set x 2');
    await first?.run('show x');
    await third?.run('set x 3');
    expect((await first?.run('show x'))?.rebuilt).toBeNull();
    expect((await second?.run('show x'))?.rebuilt).toEqual({ blocks: 1, different: [] });
  });

  it('are put away when nobody uses them, and come back', async () => {
    const keeper = newKeeper({ idleMs: 20 });
    const talk = new Talk(keeper);
    await talk.run('set x 4');
    await eventually('it is put away', () => keeper.liveSessions === 0);
    expect([host.opened, host.living]).toEqual([1, 0]);
    expect(await outputOf(await talk.run('show x'))).toEqual(printed('4'));
  });

  it('end with the worker, and a block under way is no result', async () => {
    const keeper = newKeeper();
    const talk = new Talk(keeper);
    const release = host.hold();
    const running = talk.run('set x 4');
    const refused = expect(running).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
    await eventually('the block is under way', () => host.ran.length === 1);
    await keeper.close();
    release();
    await refused;
    expect(host.living).toBe(0);
    talk.keeper = newKeeper();
    expect(await talk.run('set x 4')).toMatchObject({ end: 'finished' });
    talk.keeper = keeper;
    await expect(talk.run('set x 4')).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
  });

  it('are waited for without holding up whoever gives up waiting', async () => {
    const keeper = newKeeper({ most: 1 });
    const release = host.hold();
    const first = dialogue(keeper, 1).run('set x 1');
    const stop = new AbortController();
    const second = dialogue(keeper, 2).run('set x 2', { signal: stop.signal });
    const third = dialogue(keeper, 3).run('set x 3');
    setTimeout(() => {
      stop.abort();
    }, 20);
    await expect(second).rejects.toMatchObject({ code: 'SANDBOX_CANCELLED' });
    release();
    await first;
    expect(await third).toMatchObject({ end: 'finished' });
  });
});
