import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connectEngine, tellChat } from '../../../client';
import { chatKey } from '../../../core/refinement/chat-id';
import { liveName } from '../../../core/refinement/live-name';
import type { LiveWords } from '../../../core/ports/dialogue';
import { engineStatus } from '../../../engine';
import { openStore } from '../../../store';
import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { eventually } from '../../../laboratory/home/eventually';
import { killNow, pidOf } from '../../../laboratory/home/home-processes';
import { whatIsLeft } from '../../../laboratory/home/leftovers';
import { withLogTails } from '../../harness/log-tails';
import { arrivalsOf, requestsOf } from '../../../laboratory/home/request-log';
import { describeWithSandbox, describeWithTemporal } from '../../prerequisites';
import { pipedChat } from './piped-chat';
import type { PipedChat } from './piped-chat';

const fence = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;

/** Neither an interrupt nor anything else but a kill ends it. */
const stubborn = fence(
  'import time\nwhile True:\n    try:\n        time.sleep(60)\n    except BaseException:\n        pass',
);
/** What a chat without a terminal shows of the first four turns, to the byte. */
const ranScript = `> Do four things
Thing 1:
${fence('print(1)')}
│ 1
Thing 2:
${fence('print(2)')}
│ 2
Thing 3:
${fence('print(3)')}
│ 3
Thing 4:
${fence('print(4)')}
(not run: as many blocks have run for this message as may, or it repeats one)
> Ask me
${fence("name = input('who? ')")}
(not run: it asks for input, and nobody can answer in there)
I cannot ask.
> Write much
${fence("print('y' * 1001)\nraise ValueError('the end')")}
│ ${'y'.repeat(1001)}
│ Traceback (most recent call last):
│   File "<block 5>", line 2, in <module>
│     raise ValueError('the end')
│ ValueError: the end
It failed.
> Never end
${stubborn}
(the process of the session is gone, and everything that earlier blocks had made)
It is gone.
`;

/** Long enough for another terminal to speak and for a kill while it runs, on a machine that is busy as well. */
const slow = fence("import time\nprint('begun')\ntime.sleep(6)\nx += 1\nprint('x is', x)");
const script = {
  turns: [
    {
      say: 'Do four things',
      replies: [1, 2, 3, 4].map((n) => `Thing ${String(n)}:\n${fence(`print(${String(n)})`)}`),
    },
    { say: 'Ask me', replies: [fence("name = input('who? ')"), 'I cannot ask.'] },
    {
      say: 'Write much',
      replies: [fence("print('y' * 1001)\nraise ValueError('the end')"), 'It failed.'],
    },
    { say: 'Never end', replies: [stubborn, 'It is gone.'] },
    { say: 'Keep a number', replies: [`Here:\n${fence('x = 41')}`, 'It is kept.'] },
    { say: 'Show it', replies: [fence('print(x)'), 'That was it.'] },
    { say: 'Slowly', replies: [slow, 'Slow it was.', 'Never said.'] },
    { say: 'Again', replies: [fence("print('x was', x)"), 'Again it was.'] },
  ],
};

jest.setTimeout(300_000);

describeWithTemporal('a chat from the command line', () => {
  describeWithSandbox('with a real session', () => {
    let folder: string;
    let scriptFile: string;
    let home: EspalierHome;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'espalier-chat-'));
      scriptFile = join(folder, 'script.json');
      writeFileSync(scriptFile, JSON.stringify(script));
      home = createHome({ environment: { ESPALIER_SANDBOX: 'bubblewrap' } });
    });
    afterAll(async () => {
      await home.dispose();
      rmSync(folder, { recursive: true, force: true });
    });

    const begin = (): PipedChat =>
      pipedChat(home, '--model', 'simulated', '--script', scriptFile, '--by-hand');

    const newest = async (): Promise<string> => {
      const { stdout } = await home.run('chat', 'list', '--json');
      return (JSON.parse(stdout) as readonly { readonly id: string }[])[0]?.id ?? '';
    };

    const heardOf = async (id: string): Promise<string> => {
      const store = await openStore({ path: home.folder.store, readOnly: true });
      try {
        const events = await store.dialogues.events(chatKey(id));
        const rounds = events.filter(({ kind }) => kind === 'round-made').length;
        const round = `r${String(rounds + 1)}`;
        const name = liveName(round, { events: events.length });
        const heard = await store.dialogues.heardLive(chatKey(id), name, -1);
        return heard.map(({ text }: LiveWords) => text).join('');
      } finally {
        await store.close();
      }
    };

    const killWorker = async (): Promise<void> => {
      const worker = await pidOf(home, 'worker');
      if (worker === null) throw new Error('no worker runs');
      await killNow(worker);
    };

    /** What another terminal is told that says something now. */
    const saidElsewhere = async (id: string): Promise<unknown> => {
      const engine = await engineStatus({
        state: home.folder,
        address: undefined,
        namespace: 'default',
      });
      if (engine.kind !== 'running') throw new Error(`the engine is ${engine.kind}`);
      const { address, namespace } = engine;
      const { client, close } = await connectEngine({ address, namespace, local: true });
      try {
        const text = { sha256: '', excerpt: 'me too' };
        const given = { text, files: [] };
        return await tellChat(client, id, { kind: 'give-message', given }).catch(
          (error: unknown) => error,
        );
      } finally {
        await close();
      }
    };

    it('types a script, runs so many blocks for a message and tells how each of them ended', async () => {
      const typed = { turns: script.turns.slice(0, 4) };
      const file = join(folder, 'typed.json');
      writeFileSync(file, JSON.stringify(typed));
      const end = await home.run(
        ...['chat', '--model', 'simulated', '--script', file, '--block-seconds', '1'],
      );
      expect([end.code, end.stdout]).toEqual([0, ranScript]);
    });

    it('goes on when its worker was killed, with the state that it had and nothing asked twice', async () => {
      await withLogTails(home, async () => {
        const chat = begin();
        await chat.type('Keep a number', 'It is kept.');
        const id = await newest();
        await killWorker();
        expect(await chat.type('Show it', 'That was it.')).toContain(
          '(the session was made again by running 1 earlier block)\n│ 41\n',
        );

        const said = chat.type('Slowly', 'Slow it was.');
        await eventually('a block under way', async () =>
          (await heardOf(id)).includes('begun') ? true : null,
        );
        expect(await saidElsewhere(id)).toMatchObject({ code: 'CHAT_BUSY', exitCode: 2 });
        await killWorker();
        expect(await said).toContain('(the session was made again by running 2 earlier blocks)\n');
        expect(await said).toContain('│ begun\n│ x is 42\n');
        expect(await chat.type('Again', 'Again it was.')).toContain('│ x was 42\n');

        expect(await chat.type('/undo', '(the last turn was taken back)')).not.toContain('Again');
        const again = await chat.type('/retry', 'Slow it was.');
        expect(again).toContain('(again, from ');
        expect(again).toContain('│ x is 42\n');
        expect(await chat.leave()).toBe(0);
        expect(chat.notes()).toContain('the worker had died and was started again');

        const arrivals = [...arrivalsOf(requestsOf(home)).values()];
        expect(new Set(arrivals)).toEqual(new Set([1]));
        const exported = documentOf(
          await home.run('chat', 'export', id, join(folder, 'exported'), '--json'),
        );
        expect(exported).toMatchObject({ chat: id });
        const { messages } = JSON.parse(
          readFileSync(join(folder, 'exported', 'messages.json'), 'utf8'),
        ) as { readonly messages: readonly { readonly role: string; readonly content: string }[] };
        expect(messages.map(({ role }) => role).join(' ')).toBe(
          Array(3).fill('user assistant user assistant').join(' '),
        );
        expect(messages.at(-2)?.content).toContain('x is 42');
        await home.run('down');
        expect(await whatIsLeft(home)).toEqual([]);
      });
    });
  });
});
