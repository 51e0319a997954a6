import { join } from 'node:path';

import { openStore } from '../../../store';
import { heldReply, ScriptEndedError } from '../../fakes/scripted-model';
import { describeWithTemporal } from '../../prerequisites';
import { historiesOf } from '../support/run-facts';
import { fence, withChat } from '../support/scripted-chat';
import type { ChatSpec, ScriptedChat } from '../support/scripted-chat';
import { callsOf, shown, view } from '../support/scripted-dialogue';
import { eventually } from '../../../laboratory/home/eventually';
import { terminate } from '../support/scripted-run';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

describeWithTemporal('a chat', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  const begun = <T>(spec: ChatSpec, body: (chat: ScriptedChat) => Promise<T>): Promise<T> =>
    withChat(engine, spec, async (chat) => {
      await chat.start();
      return body(chat);
    });

  it('answers a message, runs the block of the reply and tells the model what it gave', async () => {
    const replies = [
      fence('I set it.', 'set a 1'),
      'Done.',
      fence('I look.', 'show a'),
      'It is 1.',
    ];
    await begun({ replies }, async (chat) => {
      await chat.say('set a');
      await chat.idle(2);
      await chat.say('what is a');
      await chat.idle(4);
      expect(await chat.transcript()).toEqual([
        ...['person: set a', 'r1: I set it.', 'ran: a set', 'r2: Done.'],
        ...['person: what is a', 'r3: I look.', 'ran: 1', 'r4: It is 1.'],
      ]);
      expect(shown(chat.run, 3)).toMatch(/Execution result:\s+```\s+1\s/u);
      expect(chat.sessions.opened).toBe(1);
    });
  });

  it('has one transcript, whether a block comes in a fence or by the tool', async () => {
    const played = (first: ChatSpec['replies'][number]) =>
      begun({ replies: [first, 'Done.'] }, async (chat) => {
        await chat.say('set a');
        await chat.idle(2);
        const { state } = await view(chat.run, chat.id);
        return { via: state.rounds[0]?.via, transcript: await chat.transcript() };
      });
    const byFence = await played(fence('I set it.', 'set a 1'));
    const byTool = await played({ text: 'I set it.', toolCall: { id: 'x', code: 'set a 1' } });
    expect([byFence.via, byTool.via]).toEqual(['fence', 'tool']);
    expect(byTool.transcript).toEqual(byFence.transcript);
  });

  it('runs three blocks for a message and no fourth, and not one that ran well before', async () => {
    const blocks = ['set a 1', 'show b', 'show a', 'set c 1'].map((code) => fence('So.', code));
    const again = [fence('So.', 'set d 1'), fence('So.', 'set d 1')];
    await begun({ replies: [...blocks, ...again] }, async (chat) => {
      await chat.say('go');
      await chat.idle(4);
      await chat.say('go on');
      await chat.idle(6);
      expect(chat.sessions.ran).toEqual(['set a 1', 'show b', 'show a', 'set d 1']);
    });
  });

  it('runs nothing of a reply that is cut off in the middle of its block', async () => {
    const cut = {
      text: 'I set both.\n\n```python\nset a 1\nset b',
      finishReason: 'length' as const,
    };
    await begun({ replies: [cut] }, async (chat) => {
      await chat.say('set a and b');
      await chat.idle(1);
      expect(await chat.transcript()).toEqual(['person: set a and b', 'r1: I set both.']);
      expect(chat.sessions.ran).toEqual([]);
    });
  });

  it('refuses a message while another is being answered, and takes it afterwards', async () => {
    const held = heldReply('Hello.');
    await begun({ replies: [held.reply, 'And again.'] }, async (chat) => {
      await chat.say('hello');
      await held.reached;
      await expect(chat.say('hello?')).rejects.toMatchObject({ code: 'CHAT_BUSY' });
      await expect(chat.tell({ kind: 'run-block', given: 'a'.repeat(64) })).rejects.toMatchObject({
        code: 'CHAT_BUSY',
      });
      held.release();
      await chat.idle(1);
      await chat.say('hello?');
      await chat.idle(2);
    });
  });

  it('ends its turn with the cause when the model fails for good, and goes on', async () => {
    await begun({ replies: [new ScriptEndedError('today'), 'Here I am.'] }, async (chat) => {
      await chat.say('hello');
      await eventually('the turn has ended', async () => (await chat.events()).length === 2);
      expect((await chat.events())[1]).toEqual({
        kind: 'turn-ended',
        cause: expect.stringContaining('the script has nothing for today') as unknown,
      });
      // The end is recorded before the workflow hears of it.
      await chat.idle(0);
      await chat.say('hello?');
      await chat.idle(1);
      expect(await chat.transcript()).toEqual([
        ...['person: hello', 'turn-ended', 'person: hello?', 'r1: Here I am.'],
      ]);
    });
  });

  it('ends a turn in the middle of a block, and takes a message at once', async () => {
    const replies = [fence('I set it.', 'set a 1'), 'Nothing is there.'];
    await begun({ replies }, async (chat) => {
      const release = chat.sessions.hold();
      await chat.say('set a');
      await eventually('the block runs', () => chat.sessions.ran.length === 1);
      await chat.tell({ kind: 'end-turn' });
      await chat.say('and now');
      await chat.idle(1);
      release();
      expect(await chat.transcript()).toEqual([
        ...['person: set a', 'turn-ended', 'person: and now', 'r1: Nothing is there.'],
      ]);
    });
  });

  it('never takes the reply of a turn that was given up for the next one’s', async () => {
    const held = heldReply('Late.');
    await begun({ replies: [held.reply, 'In time.'] }, async (chat) => {
      await chat.say('one');
      await held.reached;
      const told = chat.tell({ kind: 'end-turn' });
      held.release();
      await told;
      await chat.say('two');
      await eventually('somebody is answered', async () => (await chat.events()).length >= 4);
      expect(await chat.transcript()).toEqual([
        ...['person: one', 'turn-ended', 'person: two', 'r1: In time.'],
      ]);
    });
  });

  it('runs a person’s own block, which the model hears of with the next message', async () => {
    await begun({ replies: ['It is 5.'] }, async (chat) => {
      const block = await chat.run.store.blobs.put('set b 5\nshow b');
      await chat.tell({ kind: 'run-block', given: block });
      await chat.say('what is b');
      await chat.idle(1);
      expect(await chat.transcript()).toEqual([
        ...['own: b set 5', 'person: what is b', 'r1: It is 5.'],
      ]);
      expect(shown(chat.run, 0)).toContain('show b');
    });
  });

  it('gives a block and a message that come at once an order', async () => {
    await begun({ replies: ['It is 5.'] }, async (chat) => {
      const block = await chat.run.store.blobs.put('set b 5');
      const said = await Promise.allSettled([
        chat.say('what is b'),
        chat.tell({ kind: 'run-block', given: block }),
      ]);
      if (said[0].status === 'fulfilled') await chat.idle(1);
      const events = await chat.events();
      for (const [place, event] of events.entries()) {
        if (event.kind === 'block-run') expect(event.id).toBe(`b${String(place)}`);
      }
      const kinds = events.map(({ kind }) => kind).join(' ');
      expect([
        'message-given round-made',
        'block-run message-given round-made',
        'message-given round-made block-run',
        'block-run',
      ]).toContain(kinds);
    });
  });

  it('undoes a turn, whose block is not in its session any more', async () => {
    const replies = [fence('I set it.', 'set a 1'), 'Done.', fence('I look.', 'show a'), 'Gone.'];
    await begun({ replies }, async (chat) => {
      await chat.say('set a');
      await chat.idle(2);
      // Somebody who has not seen this turn yet means another one.
      await expect(chat.tell({ kind: 'undo-turn', given: 0 })).rejects.toMatchObject({
        code: 'CHAT_BUSY',
      });
      await chat.tell({ kind: 'undo-turn', given: 1 });
      await chat.say('what is a');
      await chat.idle(4);
      expect(await chat.transcript()).toEqual([
        'person: what is a',
        'r3: I look.',
        expect.stringContaining("name 'a' is not defined") as unknown,
        'r4: Gone.',
      ]);
    });
  });

  it('makes a reply anew, as another draw', async () => {
    await begun({ replies: ['Hm.', 'Hello.'] }, async (chat) => {
      await chat.say('hello');
      await chat.idle(1);
      await chat.tell({ kind: 'retry-from', given: 'r1' });
      await chat.idle(2);
      expect(await chat.transcript()).toEqual(['person: hello', 'r2: Hello.']);
      expect(callsOf(chat.run)).toEqual(['interpreter 0', 'interpreter 1']);
    });
  });

  it('answers with the model that was chosen last', async () => {
    await begun({ replies: ['One.', 'Other.'] }, async (chat) => {
      await chat.say('hello');
      await chat.idle(1);
      await chat.tell({ kind: 'choose-model', given: 'another' });
      await chat.say('hello?');
      await chat.idle(2);
      expect(chat.run.model.calls.map(({ request }) => request.model)).toEqual([
        ...['scripted', 'another'],
      ]);
    });
  });

  it('takes no feedback: it has messages', async () => {
    const held = heldReply('Hello.');
    await begun({ replies: [held.reply] }, async (chat) => {
      await chat.say('hello');
      await held.reached;
      const handle = engine.client.workflow.getHandle(chat.id);
      const told = handle.executeUpdate<void, [object]>('give-feedback', {
        args: [{ text: 'well' }],
      });
      await expect(told).rejects.toMatchObject({ cause: { message: 'a chat takes messages' } });
      held.release();
      await chat.idle(1);
    });
  });

  it('ends for good when its person ends it', async () => {
    await begun({ replies: ['Hello.'] }, async (chat) => {
      await chat.say('hello');
      await chat.idle(1);
      await chat.tell({ kind: 'stop' });
      await engine.client.workflow.getHandle(chat.id).result();
      expect(await chat.run.store.dialogues.chat(chat.id)).toMatchObject({ status: 'ended' });
    });
  });

  it('ends the block that its person is running when the person ends it', async () => {
    await begun({ replies: [] }, async (chat) => {
      const release = chat.sessions.hold();
      const block = await chat.run.store.blobs.put('set a 1');
      const running = chat.tell({ kind: 'run-block', given: block });
      const refused = expect(running).rejects.toMatchObject({
        message: expect.stringContaining('the block was given up') as string,
      });
      await eventually('the block runs', () => chat.sessions.ran.length === 1);
      await chat.tell({ kind: 'stop' });
      await refused;
      await engine.client.workflow.getHandle(chat.id).result();
      release();
    });
  });

  it('is the same chat where its history is begun anew all the time', async () => {
    const replies = [
      fence('I set it.', 'set a 1'),
      'Done.',
      fence('I look.', 'show a'),
      'It is 1.',
    ];
    await begun({ replies, timing: { maxHistory: 1 } }, async (chat) => {
      await chat.say('set a');
      await chat.idle(2);
      await chat.say('what is a');
      await chat.idle(4);
      expect((await chat.transcript()).slice(-2)).toEqual(['ran: 1', 'r4: It is 1.']);
      await chat.tell({ kind: 'stop' });
      await engine.client.workflow.getHandle(chat.id).result();
      expect(await historiesOf(chat.run, chat.id)).toBeGreaterThan(3);
    });
  });

  it('goes on from the store when its workflow and its session are lost', async () => {
    const id = 'chat-lost';
    const store = await openStore({ path: join(engine.root, `${id}.sqlite`) });
    try {
      const first = [fence('I set it.', 'set a 1'), 'Done.'];
      await begun({ replies: first, store, id }, async (chat) => {
        await chat.say('set a');
        await chat.idle(2);
        await terminate(chat.run);
      });
      const second = [fence('I look.', 'show a'), 'It is 1.'];
      await begun({ replies: second, store, id }, async (chat) => {
        await eventually('it takes messages again', () =>
          chat.say('what is a').then(
            () => true,
            () => false,
          ),
        );
        await eventually('it has answered', async () => (await chat.events()).length === 6);
        expect(callsOf(chat.run)).toEqual(['interpreter 2', 'interpreter 3']);
        expect(chat.sessions.ran).toEqual(['set a 1', 'show a']);
        expect((await chat.transcript()).slice(-1)).toEqual(['r4: It is 1.']);
      });
    } finally {
      await store.close();
    }
  });
});
