import { liveOutput, liveReply } from '../../../activities/dialogue/live-words';
import type { LiveWords } from '../../../core/ports/dialogue';
import { eventually } from '../../../laboratory/home/eventually';

const attempt = { run: 'chat-1', problem: 'chat', sample: 0 };

function watchers() {
  const heard: Omit<LiveWords, 'place'>[] = [];
  const sayLive = async (_: unknown, words: Omit<LiveWords, 'place'>): Promise<void> => {
    await Promise.resolve();
    heard.push(words);
  };
  return { heard, dialogues: { sayLive } };
}

describe('a reply that is being written', () => {
  it('reaches watchers in order, pieces together, with each new beginning', async () => {
    const { heard, dialogues } = watchers();
    const { listener, done } = liveReply(dialogues, attempt, 'r1@1');
    listener.onText('Let ');
    listener.onText('us');
    listener.onRestart();
    listener.onText('So');
    await done();
    expect(heard).toEqual([
      { round: 'r1@1', kind: 'restart', text: '' },
      { round: 'r1@1', kind: 'reply', text: 'Let us' },
      { round: 'r1@1', kind: 'restart', text: '' },
      { round: 'r1@1', kind: 'reply', text: 'So' },
    ]);
  });

  it('reaches them before it is done', async () => {
    const { heard, dialogues } = watchers();
    const { listener, done } = liveReply(dialogues, attempt, 'r1@1');
    listener.onText('Let ');
    await eventually('the first words', () => heard.length === 2);
    listener.onText('us');
    await done();
    expect(heard.map(({ text }) => text)).toEqual(['', 'Let ', 'us']);
  });

  it('is not held up by watchers that cannot be told', async () => {
    const dialogues = { sayLive: () => Promise.reject(new Error('the disk is full')) };
    const { listener, done } = liveReply(dialogues, attempt, 'r1@1');
    listener.onText('Let ');
    await expect(done()).resolves.toBeUndefined();
  });
});

describe('the output of a block that runs', () => {
  it('reaches watchers part by part, behind the sign that it begins', async () => {
    const { heard, dialogues } = watchers();
    const { onOutput, done } = liveOutput(dialogues, attempt, 'b2@3');
    onOutput({ kind: 'stdout', text: 'a' });
    onOutput({ kind: 'stdout', text: 'b' });
    await done();
    expect(heard).toEqual([
      { round: 'b2@3', kind: 'output-restart', text: '' },
      { round: 'b2@3', kind: 'output', text: '{"kind":"stdout","text":"a"}' },
      { round: 'b2@3', kind: 'output', text: '{"kind":"stdout","text":"b"}' },
    ]);
  });
});
