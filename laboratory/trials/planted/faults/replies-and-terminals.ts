import type { PlantedFault } from '../planted-fault';

/** Faults at random places of replies, rounds and the display of chats. */
export const repliesAndTerminals: readonly PlantedFault[] = [
  {
    name: 'words of a reply in a turn that was stopped are left open, and go on in what comes next',
    file: 'cli/chat/show/chat-view.ts',
    find: "case 'turn-ended':\n        this.abandon();\n",
    replace: "case 'turn-ended':\n",
    tests: ['test/cli/chat/conversation.test.ts'],
  },
  {
    name: 'the plain solver reasons first, and the one that reasons first does not',
    file: 'core/agents/solver.ts',
    find: "style === 'plain'",
    replace: "style !== 'plain'",
    tests: ['test/core/agents/solver.test.ts'],
  },
  {
    name: 'a fence that is indented by four more than its block closes it',
    file: 'core/replies/read-reply.ts',
    find: 'before.length >= fence.indent + 4',
    replace: 'before.length > fence.indent + 4',
    tests: ['test/core/replies/read-reply.test.ts'],
  },
  {
    name: 'the formats of a score and of a verification are swapped',
    file: 'core/agents/prompt-sets/default-prompts.ts',
    find: 'format: scoreFormat }),\n  verification: (input) => ({\n    messages: buildVerificationMessages(input),\n    format: verificationFormat,',
    replace:
      'format: verificationFormat }),\n  verification: (input) => ({\n    messages: buildVerificationMessages(input),\n    format: scoreFormat,',
    tests: ['test/pins/prompts.test.ts'],
  },
  {
    name: 'what is around the line of the confidence is lost, and the line stays',
    file: 'core/replies/read-confidence.ts',
    find: "const next = text.indexOf('\\n', place);",
    replace: "const next = text.lastIndexOf('\\n');",
    tests: ['test/core/replies/read-confidence.test.ts'],
  },
  {
    name: 'a heading with another word and the next number is not taken for an item',
    file: 'core/replies/list-in-prose.ts',
    find: 'numberOf(mark) === itemsBefore + 1',
    replace: 'numberOf(mark) === itemsBefore',
    tests: ['test/core/replies/list-in-prose.test.ts'],
  },
  {
    name: "a conversation as Markdown lacks the code of a person's own block",
    file: 'report/dialogue/conversation-markdown.ts',
    find: '...(entry.byPerson ? [',
    replace: '...(!entry.byPerson ? [',
    tests: ['test/report/dialogue/conversation-markdown.test.ts'],
  },
  {
    name: 'the model is told that a block that only made a file gave nothing',
    file: 'core/refinement/feedback/block-words.ts',
    find: "written === '' && stubs === ''",
    replace: "written === ''",
    tests: ['test/core/refinement/feedback/block-words.test.ts'],
  },
  {
    name: 'a label of anything is a verdict, but not at the end of a reply',
    file: 'core/replies/verdict/labelled.ts',
    find: '(label.ofAnything && !isLate)',
    replace: '(label.ofAnything && isLate)',
    tests: ['test/core/replies/verdict/sayings.test.ts', 'test/core/replies/read-verdict.test.ts'],
  },
  {
    name: 'blocks of a chat are broken off after the time of visible tests',
    file: 'workflows/dialogue/dialogue-activities.ts',
    find: 'isChatId(setting.run) ? blockOptions(setting) : visibleTestOptions(setting)',
    replace: 'isChatId(setting.run) ? visibleTestOptions(setting) : blockOptions(setting)',
    tests: ['test/workflows/dialogue/refinement-round.test.ts'],
  },
  {
    name: 'a single file is not given to the session',
    file: 'activities/dialogue/sessions/rebuild-session.ts',
    find: 'if (files.length === 0) return;',
    replace: 'if (files.length <= 1) return;',
    tests: ['test/activities/dialogue/sessions/session-keeper.test.ts'],
  },
  {
    name: 'an open line of output is shown behind the file that came after it',
    file: 'cli/chat/show/output-printer.ts',
    find: "if (part.kind === 'artefact') {\n      this.end();\n",
    replace: "if (part.kind === 'artefact') {\n",
    tests: ['test/cli/chat/show/chat-view.test.ts'],
  },
  {
    name: 'a wait in a chat for a state that already holds lasts until the next event',
    file: 'cli/chat/conversation.ts',
    find: 'this.waiting.add(look);\n      look();\n',
    replace: 'this.waiting.add(look);\n',
    tests: ['test/cli/chat/talk.test.ts'],
  },
  {
    name: 'a call that is there as often as is printed is said to be repeated no more times',
    file: 'core/refinement/feedback/oci-words.ts',
    find: 'if (more <= 0) return [];',
    replace: 'if (more < 0) return [];',
    tests: ['test/core/refinement/feedback/execution-feedback.test.ts'],
  },
];
