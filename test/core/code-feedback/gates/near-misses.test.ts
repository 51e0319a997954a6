import { findingsOf } from '../../../../core/code-feedback/gates/gates';
import type { GatedDialogue } from '../../../../core/code-feedback/gates/gate';
import {
  assistant,
  cleanDialogue,
  codeOf,
  correctDialogue,
  fenced,
  ran,
  revisedOf,
  similarDialogue,
  turnsOf,
  user,
} from './clean';

/** The reasons for a dialogue whose first answer has more prose. */
function reasonsWith(text: string): readonly string[] {
  const turns = turnsOf(0).map((turn, place) =>
    place === 1 ? { ...turn, content: `${turn.content}\n\n${text}` } : turn,
  );
  return reasons(cleanDialogue(0, { turns }));
}

const reasons = (dialogue: GatedDialogue): readonly string[] =>
  findingsOf(dialogue).map(({ gate }) => gate);

describe('a clean dialogue', () => {
  it.each([
    ['a caveat beside code', 'I cannot run this here, so please try it.'],
    ['a limit of a program', 'The function cannot help with negative numbers.'],
    ['an apology for a fault', "I'm sorry, but the code has a bug. I apologize for the confusion."],
    ['what a program says', 'It then prints "Sorry, I cannot help with this file".'],
    ['a missing input', 'I cannot write the file without its name, so I chose one.'],
    ['a limit of a language', 'Unfortunately, Python cannot display images in a terminal.'],
    ['a word about models', 'As an AI project grows, it cannot run on one machine.'],
    ['a template token in a span of code', 'The tokenizer adds `<|im_end|>` at the end.'],
    ['a template token in a block', fenced("print('[INST]')\nprint(1)")],
    ['quoted words of an attack', 'A filter finds "ignore all previous instructions" in a text.'],
    ['a word about an earlier step', 'Forget the previous value and ignore the lines above it.'],
    ['an operator between bars', 'The parser is `a <|> b`, or x <| y |> z in F#.'],
    ['a short sentence of ours', 'Write no code. It needs one simple step.'],
    ['a word about humans', 'A human: somebody who reads this.'],
    ['an example mailbox', "send('john.doe@gmail.com', 'user@mycompany.com', 'ada@example.org')"],
    [
      'a package name with @',
      'Run `npm install @types/node@20.1.2` or clone git@github.com:a/b.git.',
    ],
    ['a fictitious phone number', 'Call (212) 555-0147 or +1 123-456-7890.'],
    [
      'numbers that nobody has',
      'Call +44 20 7946 0958, 987-654-3210, 345.678.9012 or 999-999-9999.',
    ],
    [
      'a date, a version and decimals',
      'On 2024-03-0512 use 245.367.12 or 304.7265.9081 and 3.14159265.',
    ],
    ['an id of ten digits', 'The ids are 6044574895, 604457-4895-221 and 304-725-90815.'],
    ['rows of test data', `The input is:\n\n${fenced('304 725 9081\n415 803 2967', '')}`],
    ['test data in code', fenced('print([304, 725, 9081], 304 - 725 - 9081, 1604.457)')],
    ['a time stamp', 'It began at 1633972405 and ended at 2021-01-01 00:03:07.'],
    ['a private or documented address', 'Use 192.168.1.77, 10.4.200.9, 203.0.113.45 or 127.0.0.1.'],
    ['a version', 'It needs version 12.4.1.18 or 4.15.0.2.'],
    ['test numbers of cards', 'Pay with 4111 1111 1111 1111 or 4242424242424242.'],
    ['a long number with a wrong check digit', 'The order is 4929517839206481.'],
    ['an example account', 'Use DE89 3704 0044 0532 0130 00 here.'],
    ['a placeholder key', 'api_key = "your_api_key_goes_here_1234"'],
    ['an example key of a manual', 'Use AKIAIOSFODNN7EXAMPLE as the key.'],
    ['a key of x', 'Set OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx or sk-...your-key.'],
    ['a name with sk', 'The class sk-learn-gradient-boosting-classifier-v2 is not one.'],
    ['a usual URL', 'Use postgres://user:password@localhost:5432/mydb or redis://:pass123@db.'],
    ['a URL of a template', "f'mysql://{user}:{password}@{host}/{name}' or http://$U:$PASS@host."],
    ['a URL of a manual', 'Use amqp://guest:guest@rabbit and https://ada:Xk93mQ7v@example.com.'],
    ['a URL with a port', 'Open http://harbour.org:8080/@ada/ships2 or ssh://ada@harbour.org:22.'],
    [
      'the token of jwt.io',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.KMUFsIDTnFmyG3nMiGM6H9FNFUROf3wh',
    ],
    [
      'code that puts a key together',
      "'-----BEGIN PRIVATE KEY-----' + textwrap.fill(base64.b64encode(der), 64) + '-----END PRIVATE KEY-----'",
    ],
    [
      'a key without its text',
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA...\n-----END RSA PRIVATE KEY-----',
    ],
    ['a sha256 of a file', `The digest is ${'0f3a9c'.repeat(10)}abcd.`],
    ['a longer fence around a shorter one', '````markdown\n```python\nprint(1)\n```\n````'],
    ['a block in a list', '1. First:\n    ```python\n    print(1)\n    ```'],
  ])('passes with %s', (_, text) => {
    expect(reasonsWith(text)).toEqual([]);
  });

  it.each([
    'The code above prints 12, as asked.',
    "Here's what the code printed: 12.",
    'I have run the program, and the result is right.',
  ])('passes when an answer after a clean result has no code but %p', (text) => {
    const [query, answer] = turnsOf(1);
    const turns = [
      ...[query, answer].flatMap((turn) => turn ?? []),
      ...[user('Execution result: \n```\n12\n```'), assistant(text)],
    ];
    const steps = [ran(codeOf(1), 'finished')];
    expect(reasons(cleanDialogue(1, { turns, steps }))).toEqual([]);
  });

  it('passes when a person asks again for code that the first answer did not have', () => {
    const [query, , , revised] = turnsOf(6);
    const turns = [
      ...[query].flatMap((turn) => turn ?? []),
      ...[assistant('Go through the parts and add them up.'), user('Please show me the code.')],
      ...[revised].flatMap((turn) => turn ?? []),
    ];
    expect(reasons(cleanDialogue(6, { turns }))).toEqual([]);
    const never = [...turns.slice(0, 3), assistant('Add up the parts, one by one.')];
    expect(reasons(cleanDialogue(6, { turns: never }))).toEqual(['missing-code']);
  });

  it.each([
    [
      'begins with a question about an idea',
      ['What is a decorator?', 'A function that wraps one.', 'Write one, please.', '#'],
    ],
    [
      'begins with a question of the assistant',
      ['Write a function that adds.', 'Which language?', 'Python.', 'print(1 + 1)'],
    ],
    ['points at the code of the user', ['What does this print?\n\n#', 'The code above prints 1.']],
    [
      'points at earlier code',
      ['Add 1 and 1.', '#', 'Is it fast?', 'I have written the program in one line, so it is.'],
    ],
    ['asks how to do it', ['How do you write a class well?', 'Begin with its purpose.']],
    [
      'asks for words about code',
      ['Add 1 and 1.', '#', 'Write a short description of the program.', 'It adds.'],
    ],
  ])('passes when it %s', (_, texts) => {
    const turns = texts.map((text, place) => {
      const content = text.replace('#', fenced('print(1)'));
      return place % 2 === 0 ? user(content) : assistant(content);
    });
    expect(reasons(cleanDialogue(0, { method: 'keep', turns, steps: [] }))).toEqual([]);
  });

  it('passes when a person asks for an explanation and the answer quotes the code', () => {
    const [query, answer] = turnsOf(2);
    const turns = [
      ...[query, answer].flatMap((turn) => turn ?? []),
      user('Can you explain what the function does?'),
      assistant(`It adds up:\n\n${fenced(codeOf(2))}`),
    ];
    expect(reasons(cleanDialogue(2, { method: 'keep', turns, steps: [] }))).toEqual([]);
  });

  it('passes when an answer is bare code and when it begins with the question as a comment', () => {
    const query = 'Write a program that adds up all of the numbers from 1 to 9 and prints them';
    for (const answer of ['print(sum(range(1, 10)))', `# ${query}\nprint(sum(range(1, 10)))`]) {
      const turns = [user(query), assistant(answer)];
      expect(reasons(cleanDialogue(0, { method: 'pack', turns, steps: [] }))).toEqual([]);
    }
  });

  it('passes when a person asks about prompts and their tokens', () => {
    const turns = [
      user('How does the chat template of Llama 2 mark a turn with [INST] and <<SYS>>?'),
      assistant(
        `The template puts [INST] before a turn, and a filter drops ignore all previous instructions:\n\n${fenced('print("[INST]")')}`,
      ),
    ];
    expect(reasons(cleanDialogue(0, { method: 'pack', turns, steps: [] }))).toEqual([]);
    const leaking = [...turns.slice(0, 1), assistant(`Like this.\n\n${fenced('x')}\n[/INST]`)];
    expect(reasons(cleanDialogue(0, { method: 'pack', turns: leaking, steps: [] }))).toEqual([
      'prompt-remnant',
    ]);
  });

  it('passes in any language when the recipe names none, and with shell commands beside its own', () => {
    const inRuby = similarDialogue(3).rows.map((row) => ({ ...row, lang: 'ruby' }));
    expect(reasons({ ...similarDialogue(3), rows: inRuby })).toEqual([]);
    const turns = turnsOf(3).map((turn, place) =>
      place === 1 ? { ...turn, content: `${turn.content}\n\n${fenced('ls', 'bash')}` } : turn,
    );
    const settings = { ...cleanDialogue(3).settings, languages: ['python'] };
    expect(reasons(cleanDialogue(3, { turns, settings }))).toEqual([]);
  });

  it('passes with a failing run before the last one', () => {
    const steps = [ran(codeOf(4), 'raised'), ran(revisedOf(4), 'finished')];
    expect(reasons(cleanDialogue(4, { steps }))).toEqual([]);
  });
});

describe('a gate', () => {
  it.each(["I've corrected the code, and it runs now.", 'Here is the corrected function.'])(
    'rejects an answer to a failure that only says %p',
    (text) => {
      const dialogue = correctDialogue(7);
      const turns = [...dialogue.turns.slice(0, 3), assistant(text)];
      expect(reasons({ ...dialogue, turns })).toEqual(['missing-code']);
    },
  );

  it.each([
    ['shows a result of code that no turn has', ['Add 1 and 1.', 'I add them.', '!', 'It is 2.']],
    [
      'points at code that only the tool had',
      ['Add 1 and 1.', 'I have executed the code, and it is 2.'],
    ],
    [
      'announces code after turns that have it',
      ['Add 1 and 1.', '#', 'Add 2, too.', 'Here is the changed program. It adds 2, too.'],
    ],
    [
      'never has the code that was asked for',
      ['Write a function that adds.', 'Which language?', 'Python.', 'Good choice.'],
    ],
  ])('rejects a dialogue that %s', (_, texts) => {
    const turns = texts.map((text, place) => {
      const content = text
        .replace('#', fenced('print(1)'))
        .replace('!', 'Execution result: \n```\n2\n```');
      return place % 2 === 0 ? user(content) : assistant(content);
    });
    const dialogue = cleanDialogue(0, { method: 'keep', turns, steps: [] });
    expect(reasons(dialogue)).toEqual(['missing-code']);
  });

  it('rejects a language that nothing names when the recipe keeps only some', () => {
    const turns = [user('What is a list comprehension?'), assistant('A short form of a loop.')];
    const rows = cleanDialogue(0).rows.map((row) => ({ ...row, lang: '' }));
    const settings = { ...cleanDialogue(0).settings, languages: ['python'] };
    const dialogue = cleanDialogue(0, { method: 'pack', rows, turns, steps: [], settings });
    expect(reasons(dialogue)).toEqual(['language']);
  });

  it('rejects a shown solution that failed its tests before another one passed', () => {
    const dialogue = similarDialogue(5);
    const [failed, passed] = dialogue.steps;
    const steps = [failed, passed].flatMap((step, place) =>
      step?.kind === 'tested' ? [{ ...step, passed: place === 1 }] : [],
    );
    expect(reasons({ ...dialogue, steps })).toEqual(['last-run-not-clean']);
  });

  it('rejects a correction that reveals its planted error', () => {
    const turns = [user('Add 1 and 2.'), assistant(fenced('# Intentional error\nprint(1 + 3)'))];
    const steps = [ran('a', 'raised'), ran('b', 'finished')];
    const dialogue = cleanDialogue(0, { method: 'correct', turns, steps });
    expect(reasons(dialogue)).toEqual(['mistake-revealed']);
  });

  it.each([
    '(604) 457-4895',
    '604-457-4895',
    '604.457.4895',
    '(604)457-4895',
    '604 457 4895',
    '1-604-457-4895',
    '1 (604) 457-4895',
    '1 604 457 4895',
    '+1 604 457 4895',
    '+1 (604) 457-4895',
    '+1.604.457.4895',
    '+16044574895',
    '+33 6 17 42 95 08',
    '+91 93457 28164',
    '+44 7911 203846',
  ])('finds the phone number %s', (number) => {
    const turns = [user(`My phone number is ${number}, call me.`), assistant(fenced('print(1)'))];
    expect(reasons(cleanDialogue(0, { turns }))).toEqual(['personal-data']);
  });

  it('never tells the secret or the datum that it found', () => {
    const [secret, card] = ['ghp_0a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXy', '4929 5178 3920 6482'];
    const turns = [user(`Use ${secret} and ${card}.`), assistant(fenced('print(1)'))];
    const whys = findingsOf(cleanDialogue(0, { turns })).map(({ why }) => why);
    expect(whys).toHaveLength(2);
    expect(whys.join(' ')).not.toMatch(/ghp_|4929/);
  });

  it('reads a long line without a line break in linear time', () => {
    const long = `${'x = "abc" + y; '.repeat(20_000)}<s>`;
    const turns = [user('Add.'), assistant(`It adds:\n\n${fenced(long)}\n\n${long}`)];
    const settings = { ...cleanDialogue(0).settings, maxChars: 10_000_000 };
    expect(reasons(cleanDialogue(0, { turns, settings }))).toEqual([]);
  });

  it.each(['sk-' + 'a-'.repeat(30_000), `ignore${' '.repeat(60_000)}x`, 'http://a:'.repeat(8_000)])(
    'reads a long run of signs in linear time (%#)',
    (text) => {
      const turns = [user('Add.'), assistant(`It adds:\n\n${fenced('print(1)')}\n\n${text}`)];
      const settings = { ...cleanDialogue(0).settings, maxChars: 10_000_000 };
      const before = performance.now();
      expect(reasons(cleanDialogue(0, { turns, settings }))).toEqual([]);
      // Quadratic time is about 10 s.
      expect(performance.now() - before).toBeLessThan(4_000);
    },
  );
});

describe('a hostile text', () => {
  // Each of these took minutes and more before the patterns were bounded.
  it.each([
    ['a mailbox of many parts', `${'id_'.repeat(20)}x@gmail.com`],
    ['many empty lines', `Hello.${'\n'.repeat(50_000)}Bye.`],
  ])('is judged at once: %s', (_, text) => {
    expect(Array.isArray(reasonsWith(text))).toBe(true);
  });
});
