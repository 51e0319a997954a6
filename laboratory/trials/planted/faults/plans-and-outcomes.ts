import type { PlantedFault } from '../planted-fault';

/** Faults at random places of plans, options, outcomes and the ends of commands. */
export const plansAndOutcomes: readonly PlantedFault[] = [
  {
    name: 'the description of a bank covers all models of it, not the one that was asked for',
    file: 'lab/planning/model-choice.ts',
    find: 'describeBank(\n      bank,\n      request.bankModel === undefined ? {} : { bankModel: request.bankModel },\n    )',
    replace: 'describeBank(bank)',
    tests: ['test/lab/planning/model-choice.test.ts'],
  },
  {
    name: 'the terminal stays raw after a chat',
    file: 'cli/chat/terminal/talk-on-terminal.ts',
    find: '      restore();\n',
    replace: '',
    tests: ['test/cli/chat/terminal/talk-on-terminal.test.ts'],
  },
  {
    name: 'the message of an exception of a module begins with its type',
    file: 'core/grading/profiles/error-message.ts',
    find: '/^[A-Za-z_][\\w.]*(?:: |$)/',
    replace: '/^[A-Za-z_]\\w*(?:: |$)/',
    tests: [
      'test/core/grading/profiles/error-message.test.ts',
      'test/core/grading/profiles/profiles.test.ts',
    ],
  },
  {
    name: 'only differences in favour of the first method get a star',
    file: 'report/simulation/simulation-lines.ts',
    find: "found.better === null ? '' : ' *'",
    replace: "found.better === 'first' ? ' *' : ''",
    tests: ['test/report/simulation/simulation-lines.test.ts'],
  },
  {
    name: 'a command of a chat does not wait until what it did is shown',
    file: 'cli/chat/conversation.ts',
    find: 'this.count(kind) > before',
    replace: 'this.count(kind) >= before',
    tests: ['test/cli/chat/conversation.test.ts'],
  },
  {
    name: 'the arrow up leaves out the line that was said last',
    file: 'cli/chat/terminal/line-editor.ts',
    find: 'historyIndex = -1;',
    replace: 'historyIndex = 0;',
    tests: ['test/cli/chat/input.test.ts', 'test/cli/chat/terminal.test.ts'],
  },
  {
    name: 'only the mark of a pasted text is sent',
    file: 'cli/chat/terminal/line-editor.ts',
    find: 'text = text.split(mark).join(pasted);',
    replace: 'text = text.split(pasted).join(mark);',
    tests: ['test/cli/chat/input.test.ts', 'test/cli/chat/terminal.test.ts'],
  },
  {
    name: '--context-tokens takes a limit in which no request has room',
    file: 'lab/planning/run-options.ts',
    find: 'schema: whole(500).optional(),',
    replace: 'schema: whole(1).optional(),',
    tests: ['test/lab/planning/dialogue-options.test.ts'],
  },
  {
    name: 'a completion is sanitised as EvalPlus does, but on the last line of its prompt',
    file: 'core/evaluation/sanitisers/evalplus.ts',
    find: 'continued(problem, `\\n${text}`)',
    replace: 'continued(problem, text)',
    tests: ['test/core/evaluation/sanitisers.test.ts'],
  },
  {
    name: 'a second run without verdicts is compared',
    file: 'report/pair-runs.ts',
    find: 'for (const { record, summary } of [first, second]) {',
    replace: 'for (const { record, summary } of [first]) {',
    tests: ['test/report/pair-runs.test.ts'],
  },
  {
    name: 'without a terminal, the first Ctrl-C ends the chat in the middle of a turn',
    file: 'cli/chat/talk.ts',
    find: 'const twice = Date.now() - beforeMs < twiceMs;\n    beforeMs = Date.now();\n',
    replace: 'beforeMs = Date.now();\n    const twice = Date.now() - beforeMs < twiceMs;\n',
    tests: ['test/cli/chat/talk.test.ts'],
  },
  {
    name: 'the exported text and the text of the rerun are swapped',
    file: 'cli/commands/verify.ts',
    find: 'output.print(`  folder: ${terminalSafe(first.left)}`);\n    output.print(`  rerun:  ${terminalSafe(first.right)}`);',
    replace:
      'output.print(`  folder: ${terminalSafe(first.right)}`);\n    output.print(`  rerun:  ${terminalSafe(first.left)}`);',
    tests: ['test/cli/commands/done-again.test.ts'],
  },
  {
    name: 'a preset gives the hidden check the time of a visible test',
    file: 'lab/planning/run-config.ts',
    find: 'hidden: hiddenLimit({ cpuSeconds: preset?.cpuSeconds.hidden })',
    replace: 'hidden: hiddenLimit({ cpuSeconds: preset?.cpuSeconds.visible })',
    tests: ['test/lab/planning/with-preset.test.ts'],
  },
  {
    name: 'an export that lacks one of its problems is run again',
    file: 'lab/verify/require-rerunnable.ts',
    find: 'if (missing.length > 0) {',
    replace: 'if (missing.length === config.problems.length) {',
    tests: ['test/lab/verify/require-rerunnable.test.ts'],
  },
  {
    name: 'a data set is downloaded before the model is looked at',
    file: 'lab/planning/plan-run.ts',
    find: '  const chosen = await chooseModel(request, settings);\n  const dataset = await namingPreset(asked, () => datasetFor(request, settings));\n',
    replace:
      '  const dataset = await namingPreset(asked, () => datasetFor(request, settings));\n  const chosen = await chooseModel(request, settings);\n',
    tests: ['test/lab/planning/plan-run.test.ts'],
  },
  {
    name: 'a command waits for an answer that it does not need any more',
    file: 'lab/answer-within.ts',
    find: '}, withinMs).unref(),',
    replace: '}, withinMs),',
    tests: ['test/lab/answer-within.test.ts'],
  },
];
