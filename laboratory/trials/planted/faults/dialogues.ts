import type { FaultArea } from '../planted-fault';
import { promptsAndViews } from './prompts-and-views';
import { roundsAndChats } from './rounds-and-chats';
import { repliesAndTerminals } from './replies-and-terminals';

/** Refinement and chat. */
export const dialogues: FaultArea = {
  name: 'dialogues',
  faults: [
    {
      name: 'half a block of a reply that was cut off is run',
      file: 'activities/dialogue/chat-reply.ts',
      find: "cutOff: answer.finishReason === 'length'",
      replace: 'cutOff: false',
      tests: ['test/workflows/dialogue/chat.temporal.test.ts'],
    },
    {
      name: 'the tokens of feedback are missing from the budget',
      file: 'workflows/dialogue/refinement-round.ts',
      find: 'const tokens = made.tokens + given.tokens;',
      replace: 'const tokens = made.tokens;',
      tests: ['test/workflows/dialogue/refine-solution.temporal.test.ts'],
    },
    {
      name: 'a chat in its next history does not know that a block ran',
      file: 'core/refinement/slim-chat.ts',
      find: "      execution?.on === 'session'\n        ? { ...execution, words: nothing, output: '', artefacts: [], rebuilt: null }\n        : execution,",
      replace: '      null,',
      tests: [
        'test/core/refinement/slim-chat.test.ts',
        'test/workflows/dialogue/chat.temporal.test.ts',
      ],
    },
    {
      name: 'an expected value of megabytes is put into a prompt',
      file: 'core/tasks/failed-case.ts',
      find: 'expected: bounded(known.expected)',
      replace: 'expected: known.expected',
      tests: ['test/core/tasks/failed-case.test.ts'],
    },
    {
      name: 'an input of megabytes is put into a prompt after an assertion',
      file: 'core/tasks/failed-case.ts',
      find: 'input: bounded(known.input), error: messageOf',
      replace: 'input: known.input, error: messageOf',
      tests: ['test/core/tasks/failed-case.test.ts'],
    },
    {
      name: 'stop leaves the block of a person running',
      file: 'workflows/dialogue/live-dialogue.ts',
      find: "if (event.kind === 'stopped') this.endOwnBlock();",
      replace: '',
      tests: ['test/workflows/dialogue/chat.temporal.test.ts'],
    },
    {
      name: 'the newest error is trimmed from a chat',
      file: 'core/refinement/requests/chat-request.ts',
      find: 'replies.findLast(({ failed }) => failed)?.id,',
      replace: 'replies.find(({ failed }) => failed)?.id,',
      tests: ['test/core/refinement/requests/chat-request.test.ts'],
    },
    ...roundsAndChats,
    ...promptsAndViews,
    ...repliesAndTerminals,
  ],
};
