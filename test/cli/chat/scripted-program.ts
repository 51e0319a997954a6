// `espalier chat` over a scripted chat: what a test, or a person in tmux, has a terminal talk to.
import { Command } from 'commander';

import { registerChat } from '../../../cli/commands/chat';
import { runProgram, throwing } from '../../../cli/run-program';
import { ScriptedChat, scriptedDoor } from './scripted-chat';
import type { ScriptedReply } from './scripted-chat';

const plot: ScriptedReply = {
  text:
    'I count the words of each line first, and draw what comes of it; the longest ones say the most about how the text is built, so that they come first.\n\n' +
    '```python\nimport matplotlib.pyplot as plt\n\n\ndef words(lines: list[str]) -> list[int]:\n    """How many words each has."""\n    return [len(line.split()) for line in lines]  # blanks part them\n\n\nplt.plot(words(open("data.csv").read().splitlines()))\nprint("done", 42, True)\n```\n',
  ran: {
    parts: [
      { kind: 'stdout', text: 'row 1\nro' },
      { kind: 'stdout', text: 'w 2\ndone 42 True\n' },
      { kind: 'stderr', text: ' 10%\r 50%\r100%\n' },
      { kind: 'value', text: '[<matplotlib.lines.Line2D object>]' },
      { kind: 'artefact', name: 'plot.png' },
    ],
    files: [{ name: 'plot.png', mime: 'image/png', content: Buffer.from('not really') }],
  },
};
const turns: readonly (readonly ScriptedReply[])[] = [
  [plot, { text: 'The plot is in `plot.png`: \u001b[31mlonger\u001b[0m lines come **last**.' }],
  [
    {
      text: 'This never ends:\n\n```python\nwhile True:\n    pass\n```\n',
      ran: { parts: [{ kind: 'stdout', text: 'working…' }], end: 'interrupted' },
      hangs: true,
    },
  ],
  [
    { text: 'After trouble: all is well.', trouble: 'no worker answers: one is being started' },
    {
      text: '```python\nx = input()\n```',
      ran: { parts: [], end: 'input-refused', rebuilt: { blocks: 2, different: ['r1'] } },
      restarts: true,
    },
    {
      text: '```python\n1 / 0\n```',
      ran: {
        parts: [
          {
            kind: 'error',
            text: 'Traceback (most recent call last):\n  line 1\nZeroDivisionError: division by zero',
          },
        ],
        end: 'raised',
      },
    },
  ],
];
const failing: typeof turns = [[{ text: '', fails: 'no model answers' }]];

/** Milliseconds between two pieces, or `failing`: the first turn brings no reply. */
const [pace] = process.argv.splice(2, 1);
const chat = new ScriptedChat(
  pace === 'failing' ? { turns: failing } : { turns, paceMs: Number(pace ?? 0) },
);
runProgram(() => {
  const program = new Command('espalier').enablePositionalOptions();
  registerChat(program, async (_context, body) => body(scriptedDoor(chat)));
  return throwing(program);
});
