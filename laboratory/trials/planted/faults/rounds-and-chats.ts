import type { PlantedFault } from '../planted-fault';

/** Rounds of a dialogue, sessions, waits for a person, and the commands of a chat. */
export const roundsAndChats: readonly PlantedFault[] = [
  {
    name: 'the own blocks of an undone turn come back with the next message',
    file: 'core/refinement/dialogue-state.ts',
    find: 'blocksUpTo(state, turns.length - 1)',
    replace: 'blocksUpTo(state, turns.length)',
    tests: [
      'test/core/refinement/dialogue-state.test.ts',
      'test/workflows/dialogue/chat.temporal.test.ts',
    ],
  },
  {
    name: 'files of a message without a block never reach the session',
    file: 'core/refinement/session-blocks.ts',
    find: 'files = [...files, ...turn.files];',
    replace: 'files = turn.files;',
    tests: [
      'test/core/refinement/session-blocks.test.ts',
      'test/workflows/dialogue/chat.temporal.test.ts',
    ],
  },
  {
    name: 'a block that differs only in its indentation is not run',
    file: 'core/refinement/stops/repeats-block.ts',
    find: "program.replace(/[^\\S\\n]+$/gm, '').trim()",
    replace: "program.replace(/\\s+/g, ' ').trim()",
    tests: [
      'test/core/refinement/stops/code-in-reply.test.ts',
      'test/workflows/dialogue/chat.temporal.test.ts',
    ],
  },
  {
    name: 'a trimmed request leaves no room for the answer',
    file: 'core/refinement/context/trim-conversation.ts',
    find: 'const room = limit - reserve;',
    replace: 'const room = limit;',
    tests: [
      'test/core/refinement/context/trim-conversation.test.ts',
      'test/workflows/dialogue/refine-solution.temporal.test.ts',
    ],
  },
  {
    name: 'a request whose outputs were shortened does not count as trimmed',
    file: 'activities/dialogue/fit-request.ts',
    find: 'dropped: dropped + shortened',
    replace: 'dropped',
    tests: ['test/activities/dialogue/fit-request.test.ts'],
  },
  {
    name: 'the patience with a person ends only at the next reminder',
    file: 'workflows/dialogue/wait-for-person.ts',
    find: 'Math.min(remindEveryMs, expireAfterMs - waitedMs)',
    replace: 'remindEveryMs',
    tests: ['test/workflows/dialogue/refine-solution.temporal.test.ts'],
  },
  {
    name: 'an attempt still waits for a person who answered during the reminder',
    file: 'activities/dialogue/dialogue-records.ts',
    find: 'if (now.events > state.events)',
    replace: 'if (now.events < state.events)',
    tests: ['test/activities/dialogue/dialogue-records.test.ts'],
  },
  {
    name: 'a rebuilt session lacks the files of the block that lost it',
    file: 'activities/dialogue/sessions/rebuild-session.ts',
    find: 'blocks.slice(0, lost + 1).flatMap',
    replace: 'blocks.slice(0, Math.max(0, lost)).flatMap',
    tests: ['test/activities/dialogue/sessions/session-keeper.test.ts'],
  },
  {
    name: 'a full worker closes the session that was used last',
    file: 'activities/dialogue/sessions/live-sessions.ts',
    find: 'const [oldest] = this.idle;',
    replace: 'const oldest = [...this.idle].at(-1);',
    tests: ['test/activities/dialogue/sessions/session-keeper.test.ts'],
  },
  {
    name: '--human-model is ignored: the model of the run plays the person',
    file: 'activities/dialogue/guide.ts',
    find: 'model: config.dialogue.humanModel ?? config.model.name,',
    replace: 'model: config.model.name,',
    tests: ['test/activities/dialogue/guide.test.ts', 'test/cli/dialogues/people.temporal.test.ts'],
  },
  {
    name: 'retry of a turn that was given up sends the message without its files',
    file: 'lab/chats/open-chats.ts',
    find: "const { message, files } = turn;\n      await this.tell({ kind: 'undo-turn', given: state.turns.length });\n      await this.tell({ kind: 'give-message', given: { text: message, files } });",
    replace:
      "const { message } = turn;\n      await this.tell({ kind: 'undo-turn', given: state.turns.length });\n      await this.tell({ kind: 'give-message', given: { text: message, files: [] } });",
    tests: ['test/lab/chats/open-chats.test.ts'],
  },
  {
    name: '/save replaces a file of the person without being asked to',
    file: 'cli/chat/carry-out.ts',
    find: 'file), { replace });',
    replace: 'file), { replace: true });',
    tests: [
      'test/cli/chat/conversation.test.ts',
      'test/cli/chat/terminal.test.ts',
      'test/cli/chat/chat.temporal.test.ts',
    ],
  },
  {
    name: '/files offers files of turns that were undone',
    file: 'cli/chat/conversation.ts',
    find: 'const files = this.standing.flatMap(',
    replace: 'const files = this.events.flatMap(',
    tests: [
      'test/cli/chat/conversation.test.ts',
      'test/cli/chat/terminal.test.ts',
      'test/cli/chat/chat.temporal.test.ts',
    ],
  },
  {
    name: 'an exported dialogue shows tests that its model was never shown',
    file: 'report/dialogue/conversation.ts',
    find: 'const problem = shown === null ? given : asShown(given, shown);',
    replace:
      'const problem = shown === null || shown.dropped.length > 0 ? given : asShown(given, shown);',
    tests: ['test/report/dialogue/export-dialogue.test.ts', 'test/report/dialogues.test.ts'],
  },
  {
    name: 'chats are listed by their first event, not by their last',
    file: 'store/dialogues/chats.ts',
    find: "newest.fn.max('event.recorded_at_ms')",
    replace: "newest.fn.min('event.recorded_at_ms')",
    tests: ['test/store/dialogues/dialogues.test.ts'],
  },
];
