import type { AgentRole } from '../../../core/names/roles';
import type { Message } from '../../../core/schemas/model';
import { lexicalVector } from '../../../core/code-feedback/packing/lexical-vector';
import { vectorText } from '../../../core/values/vector-text';
import { errorClasses } from '../../../core/names/dataset-methods';
import type { ErrorClass } from '../../../core/names/dataset-methods';
import { hashOf, unitOf } from '../seeded';
import type { Reply, ReplyRequest } from './reply';

const canned = { rule: 'canned' } as const;

/** Complexity of an instruction: about half of them get 4 or 5 from both raters. */
export function ratingReply({ role, messages }: ReplyRequest): Reply {
  const asked = messages[0]?.content ?? '';
  const query = asked.slice(asked.indexOf('Query: ['));
  const unit = unitOf(['complexity', query]);
  const strict = role === 'second-rater' && unitOf(['strict', query]) < 0.15 ? 1 : 0;
  const rating = unit < 0.1 ? 1 : unit < 0.2 ? 2 : unit < 0.35 ? 3 : unit < 0.75 ? 4 : 5;
  const given = Math.max(1, rating - strict);
  return { text: `${String(given)}\nIt needs that many ideas.`, origin: canned };
}

/** What a person thinks of a turn. A few answers are not in the form that was asked for. */
export function assessmentReply({ messages, draw }: ReplyRequest): Reply {
  const asked = messages.find(({ role }) => role === 'user')?.content ?? '';
  const isRepair = messages.length > 2;
  if (!isRepair && unitOf(['form', asked, draw.ordinal]) < 0.03) {
    return { text: 'I would like the program to be clearer.', origin: canned };
  }
  const [, side = 'clarity'] = /^Look at: (.+)\.$/m.exec(asked) ?? [];
  const hasCode = /```python|def /.test(asked);
  const wish = hasCode
    ? `Please improve the program with regard to ${side}.`
    : 'Please write a program for it.';
  const text = JSON.stringify({
    satisfied: ['the answer is on the topic'],
    not_satisfied: [side],
    feedback: wish,
  });
  return { text, origin: canned };
}

const introductions = [
  'The solution keeps what it has seen in a small structure and walks through the input once. Each step uses only that structure.',
  'First the input is brought into a form that is easy to search. Then every element is looked at once, and the best result so far is kept.',
  'The idea is to build the answer from smaller answers. The code below follows that plan and returns the last one.',
] as const;

/** Prose before a block of code. */
export function introductionReply({ messages }: ReplyRequest): Reply {
  const asked = messages.at(-1)?.content ?? '';
  const place = Math.floor(unitOf(['introduction', asked]) * introductions.length);
  return { text: introductions[place] ?? introductions[0], origin: canned };
}

/** The lexical vector of the text: texts with the same words are near each other. */
export function vectorReply({ messages }: ReplyRequest): Reply {
  return { text: vectorText(lexicalVector(messages[0]?.content ?? '')), origin: canned };
}

/** A turn of a dialogue for a data set: as weak or strong as its role, with the mistake that was asked for, or another solution. */
export function turnReply(request: ReplyRequest): Reply {
  const turns: { readonly [Role in AgentRole]?: (asked: ReplyRequest) => Turn } = {
    'weak-assistant': weakTurn,
    'mistaken-assistant': mistakenTurn,
    rewriter: ({ messages }) => ({ text: rewriting(messages) }),
  };
  return { ...(turns[request.role] ?? strongTurn)(request), origin: canned };
}

type Turn = Omit<Reply, 'origin'>;

const fenced = (text: string, code: string): Turn => ({
  text: `${text}\n\n\`\`\`python\n${code}\n\`\`\``,
});

function weakTurn({ messages }: ReplyRequest): Turn {
  const query = queryIn(messages);
  const unit = unitOf(['weak', query]);
  if (unit < 0.02) {
    return { text: 'I am sorry, but as an AI language model I cannot write this program.' };
  }
  if (unit < 0.06) return { text: 'I would begin with the smallest case and go on from there.' };
  const intro = 'This program does what you ask for and prints an example.';
  if (unit < 0.3) {
    const at = Math.floor(unitOf(['error', query]) * 3);
    return fenced(intro, withMistake(query, (['name', 'type', 'syntax'] as const)[at] ?? 'name'));
  }
  return fenced(intro, program(query));
}

function mistakenTurn({ messages }: ReplyRequest): Turn {
  const asked = messages[0]?.content ?? '';
  const errorClass = errorClasses.find((one) => asked.endsWith(`Class of the mistake: ${one}`));
  const code = withMistake(queryIn(messages), errorClass ?? 'logical');
  return fenced('Here is a program for it, with a short example at the end.', code);
}

/** No two of a dialogue are equal: it has fewer turns. */
const closings = [
  'The result is right, so nothing has to change.',
  'The program ran to its end, and the result is the one that you asked for.',
  'This output is what the task asks for. The program is done.',
  'The last run shows the expected words and their number.',
  'Everything is as it should be: the program printed what you wanted to see.',
  'With this change the program still gives the right words.',
  'The output has not changed for the worse, and your wish is fulfilled.',
] as const;

function strongTurn({ messages }: ReplyRequest): Turn {
  const query = queryIn(messages);
  const last = messages.at(-1)?.content ?? '';
  const isResult = last.startsWith('Execution result:');
  const replies = messages.filter(({ role }) => role === 'assistant').length;
  if (isResult && !failed(last)) return { text: closings[replies % closings.length] ?? '' };
  return isResult
    ? fenced('The program stopped at a fault. This version removes it.', program(query))
    : fenced('I changed the program as you wish.', program(query, replies));
}

/** Of what running a program came to. */
function failed(words: string): boolean {
  return /\b\w*Error\b|took longer than|is lost/.test(words);
}

function queryIn(messages: readonly Message[]): string {
  return messages.find(({ role }) => role === 'user')?.content ?? '';
}

const nameOf = (query: string): string => `solve_${hashOf(['name', query]).slice(0, 6)}`;

const sentence = (query: string): string =>
  JSON.stringify(
    query
      .replace(/[^\p{L}\p{N} ]+/gu, ' ')
      .trim()
      .slice(0, 60),
  );

/** A program about the words of the query. @param version how often it was changed */
function program(query: string, version = 0): string {
  const name = nameOf(query);
  const note =
    version === 0
      ? []
      : [`    """Return the words of a text, in order (version ${String(version)})."""`];
  return [
    `def ${name}(text):`,
    ...note,
    '    words = []',
    '    for word in text.split():',
    '        words.append(word.lower())',
    '    return words',
    '',
    `result = ${name}(${sentence(query)})`,
    'print(len(result), result[:3])',
  ].join('\n');
}

const mistakes: Readonly<Record<ErrorClass, (code: string) => string>> = {
  syntax: (code) => code.replace('for word in text.split():', 'for word in text.split()'),
  logical: (code) =>
    `${code.replace('word.lower()', 'word.upper()')}\nassert result == [word.lower() for word in result]`,
  type: (code) => code.replace('words = []', "words = [] + ''"),
  name: (code) => code.replace('return words', 'return word_list'),
  timeout: (code) =>
    code.replace(
      '    return words',
      '    while words is not None:\n        pass\n    return words',
    ),
};

function withMistake(query: string, errorClass: ErrorClass): string {
  return mistakes[errorClass](program(query));
}

/** The known solution with other words around it: it passes the same tests. */
function rewriting(messages: readonly Message[]): string {
  const asked = messages.at(-1)?.content ?? '';
  const known = asked.slice(asked.indexOf('The known solution:'));
  const [, code = ''] = /`{3,}python\n([\s\S]*?)\n`{3,}/.exec(known) ?? [];
  return `Here is another way.\n\n\`\`\`python\n# Another way to the same result.\n${code}\n\`\`\``;
}
