import type { Message } from '../../../core/schemas/model';
import type { ChatScript, ScriptReply } from '../chat-script';
import type { Reply, ReplyRequest } from './reply';

/** Without a script, these messages are known; every other one gets an answer that counts its words. */
const ownScript: ChatScript = {
  turns: [
    {
      say: 'hello',
      replies: ['Hello! Ask me for something that a few lines of Python can work out.'],
    },
    {
      say: 'list the first ten primes',
      replies: [
        {
          text: 'I collect every number that no smaller prime divides.',
          code: 'primes = []\nn = 2\nwhile len(primes) < 10:\n    if all(n % p for p in primes):\n        primes.append(n)\n    n += 1\nprint(primes)',
        },
        'The ten numbers above are the first primes.',
      ],
    },
  ],
};

const closing = 'That is all I have to say on this.';
const longestQuote = 200;
const longestCounted = 2000;

/** A turn of a chat: what the script says, else an answer that is made up from the message alone. */
export function conversationReply(script: ChatScript | null, { messages }: ReplyRequest): Reply {
  const scripted = scriptedReply(script ?? ownScript, messages);
  return { ...(scripted ?? madeUpReply(messages)), origin: { rule: 'canned' } };
}

type Said = Omit<Reply, 'origin'>;

function scriptedReply(script: ChatScript, messages: readonly Message[]): Said | null {
  const start = messages.findLastIndex((message) => sayOf(script, message) !== null);
  const [message] = messages.slice(start);
  const say = start < 0 || message === undefined ? null : sayOf(script, message);
  if (say === null) return null;
  const alike = script.turns.filter((turn) => turn.say === say);
  const before = messages.slice(0, start).filter((earlier) => sayOf(script, earlier) === say);
  const turn = alike[Math.min(before.length, alike.length - 1)];
  const reply = turn?.replies[repliesIn(messages.slice(start))];
  if (reply !== undefined) return saidOf(reply);
  // Another message since then is one that the script does not know.
  return messages.slice(start + 1).some(isPersons) ? null : { text: closing };
}

/** The turn that a message begins: it may go on behind it, with files. The longest of several. */
function sayOf({ turns }: ChatScript, { role, content }: Message): string | null {
  if (role !== 'user') return null;
  const text = content.trim();
  // What a person's own blocks gave, and the names of files, stand before their words.
  const said = turns
    .map(({ say }) => say)
    .filter((say) => text.startsWith(say) || text.endsWith(`\n${say}`));
  return said.sort((left, right) => right.length - left.length)[0] ?? null;
}

function saidOf(reply: ScriptReply): Said {
  return typeof reply === 'string' ? { text: reply } : reply;
}

function madeUpReply(messages: readonly Message[]): Said {
  const start = messages.findLastIndex(isPersons);
  const turn = messages.slice(Math.max(start, 0));
  if (repliesIn(turn) === 0) {
    const message = JSON.stringify(turn[0]?.content.slice(0, longestCounted) ?? '');
    return {
      text: 'I count the words of your message.',
      code: `message = ${message}\nwords = message.split()\nprint(len(words), 'words')`,
    };
  }
  const told = turn.slice(1).findLast(({ role }) => role === 'user' || role === 'tool');
  const result = told?.content.replace(resultMark, '').replaceAll('`', "'").trim() ?? '';
  return { text: `Running it gave: ${result.slice(0, longestQuote) || 'nothing.'}` };
}

const resultMark = /^\s*Execution result:/;

/** A message of the person's own, not one that says what running a block gave. */
function isPersons({ role, content }: Message): boolean {
  return role === 'user' && !resultMark.test(content);
}

function repliesIn(messages: readonly Message[]): number {
  return messages.filter(({ role }) => role === 'assistant').length;
}
