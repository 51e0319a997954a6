import type { ConversationPart } from '../../../../core/refinement/context/conversation-part';
import { trimConversation } from '../../../../core/refinement/context/trim-conversation';
import type { Message } from '../../../../core/schemas/model';
import { SeededRandom } from '../../search/seeded-random';

const count = ({ content }: Message): number => 4 + Math.ceil(content.length / 4);
const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + count(message), 0);

const task: ConversationPart = {
  kind: 'task',
  keep: true,
  messages: [
    { role: 'system', content: 'Be good.' },
    { role: 'user', content: 'the task' },
  ],
};
const round = (name: string, keep = false, chars = 100): ConversationPart => ({
  kind: 'round',
  keep,
  messages: [
    { role: 'assistant', content: `program ${name}` },
    { role: 'user', content: `head ${name} ${'.'.repeat(chars)} tail ${name}` },
  ],
});
const said = (text: string, keep = false): ConversationPart => ({
  kind: 'message',
  keep,
  messages: [{ role: 'user', content: text }],
});
const whole = (parts: readonly ConversationPart[]) => parts.flatMap(({ messages }) => messages);

describe('trimming a conversation', () => {
  it('changes nothing while there is room', () => {
    const parts = [task, round('one'), round('two', true)];
    const trimmed = trimConversation(parts, {
      count,
      limit: tokensOf(whole(parts)) + 50,
      reserve: 50,
    });
    expect(trimmed).toEqual({
      messages: whole(parts),
      dropped: 0,
      shortened: 0,
    });
  });

  it('leaves the oldest out first, and says so in their place', () => {
    const parts = [task, round('one'), round('two'), round('three'), round('four', true)];
    const { messages, ...rest } = trimConversation(parts, {
      count,
      limit: tokensOf(whole(parts)) - 40,
      reserve: 0,
    });
    expect(messages.map(({ content }) => content.slice(0, 50))).toEqual([
      'Be good.',
      'the task\n\n[4 earlier messages left out here.]',
      'program three',
      expect.stringContaining('head three'),
      'program four',
      expect.stringContaining('head four'),
    ]);
    expect(rest).toEqual({
      dropped: 4,
      shortened: 0,
    });
  });

  it('keeps an old error and program, and what a person said last, each behind its own gap', () => {
    const parts = [
      task,
      round('a'),
      round('error', true),
      said('more'),
      round('b'),
      said('now', true),
    ];
    const { messages } = trimConversation(parts, { count, limit: 95, reserve: 0 });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[3]?.content).toMatch(
      /tail error\n\n\[3 earlier messages left out here\.\]\n\nnow$/,
    );
  });

  it('shortens the middle of outputs when what must stay is too much', () => {
    const parts = [task, round('old'), round('new', true, 100_000)];
    const { messages, ...rest } = trimConversation(parts, { count, limit: 1_000, reserve: 200 });
    expect(tokensOf(messages)).toBeLessThanOrEqual(800);
    expect(tokensOf(messages)).toBeGreaterThan(780);
    expect(messages[2]?.content).toBe('program new');
    expect(messages[3]?.content).toMatch(/^head new .*characters left out.* tail new$/s);
    expect(rest).toEqual({
      dropped: 2,
      shortened: 1,
    });
  });

  it('cuts no output shorter than its least, even where that is too much', () => {
    const { messages } = trimConversation([task, round('new', true, 5_000)], {
      count,
      limit: 20,
      reserve: 0,
    });
    expect(messages[3]?.content.length).toBeLessThanOrEqual(400);
  });

  it('holds for any conversation: what must stay stays, roles take turns, the rest is the newest', () => {
    const random = new SeededRandom(7);
    for (let trial = 0; trial < 300; trial += 1) {
      const rounds = Array.from({ length: 1 + random.int(12) }, (_, index) =>
        round(`r${index}.`, random.chance(0.2), random.int(3_000)),
      );
      const parts = [task, ...rounds, said('last words', true)];
      const limit = 50 + random.int(tokensOf(whole(parts)) * 1.2);
      const trimmed = trimConversation(parts, { count, limit, reserve: 10 });
      const text = trimmed.messages.map(({ content }) => content).join('\n');
      const stays = ({ messages }: ConversationPart) => text.includes(`${messages[0]?.content}\n`);
      expect(text).toContain('the task');
      expect(text).toContain('last words');
      for (const part of rounds.filter(({ keep }) => keep)) expect(stays(part)).toBe(true);
      const others = rounds.filter(({ keep }) => !keep).map(stays);
      expect(others).toEqual(others.toSorted((left, right) => Number(left) - Number(right)));
      expect(trimmed.dropped).toBe(2 * others.filter((stayed) => !stayed).length);
      const least = trimConversation(parts, { count, limit: 0, reserve: 0 }).messages;
      const most = Math.max(limit - 10, tokensOf(least));
      expect(tokensOf(trimmed.messages)).toBeLessThanOrEqual(most);
      const roles = trimmed.messages.map(({ role }) => role);
      if (trimmed.dropped > 0) {
        expect(roles.some((role, index) => role === roles[index - 1])).toBe(false);
      }
    }
  });

  it('reads every message once, however many have to go', () => {
    const parts = [task, ...Array.from({ length: 300 }, (_, index) => round(String(index)))];
    let counted = 0;
    const once = (message: Message): number => {
      counted += 1;
      return count(message);
    };
    const { dropped } = trimConversation(parts, { count: once, limit: 400, reserve: 0 });
    expect(dropped).toBeGreaterThan(500);
    // And the line that stands for those left out.
    expect(counted).toBe(whole(parts).length + 1);
  });
});
