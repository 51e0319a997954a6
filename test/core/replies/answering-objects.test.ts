import { answeringObjects, isAnnouncedAsForm } from '../../../core/replies/answering-objects';

const read = (value: unknown) => (typeof value === 'boolean' ? value : null);
const object = '{"accept": true}';
const answersOf = (text: string) => answeringObjects(text, ['accept'], read);

describe('an object of a reply', () => {
  it.each([
    ['alone', object],
    ['alone in a fence', `\`\`\`json\n${object}\n\`\`\``],
    ['alone, with a placeholder', '{"analysis": "...", "accept": true}'],
    ['behind a colon', `In the form that was asked for: ${object}`],
    ['behind an equals sign', `Answer = ${object}`],
    ['behind a sentence about the form', `Use the format. Here: ${object}`],
    ['on a line of its own', `The answer must be right.\n${object}`],
    ['far behind words about the form', `The format, ${'x '.repeat(150)}${object}`],
    ['with words behind it', `${object} holds for all inputs`],
    ['with words of its own', 'So {"analysis": "a string", "accept": true}\nThat is all.'],
  ])('answers %s', (_, text) => {
    expect(answersOf(text).members.map(({ value }) => value)).toEqual([true]);
  });

  it.each([
    ['a sentence goes on behind it', `I said ${object} to that`],
    ['a condition follows', `${object} if it passes.`],
    ['a condition follows a comma', `${object}, unless it fails.`],
    ['an alternative follows', `${object} / {"accept": "no"}`],
    ['an alternative precedes', `reject or ${object}.`],
    ['it is denied', `It is not ${object}.`],
    ['words about the form precede it', `The expected format is ${object}.`],
    ['it is an order', `Please return ${object}.`],
    ['it has a placeholder', '{"analysis": "...", "accept": true}\nIt fails.'],
    ['it has a place in brackets', '{"analysis": "<your words>", "accept": true}\nIt fails.'],
    ['it has the name of a type', '{"analysis": " string ", "accept": true}\nIt fails.'],
  ])('does not answer where %s', (_, text) => {
    expect(answersOf(text).members).toEqual([]);
  });

  it.each([
    ...['formats', 'form', 'schema', 'shape', 'template', 'examples', 'such as', 'like'],
    ...['must', 'asked', 'expected', 'allowed', 'instead of', 'rather than', 'either', 'unless'],
    ...['respond with', 'replying as', 'answer by', 'reply in'],
  ])('does not answer behind %j', (word) => {
    expect(answersOf(`It is ${word} this ${object}.`).members).toEqual([]);
    expect(answersOf(`It is so. Well ${object}.`).members).toHaveLength(1);
  });

  it.each(['or', 'if', 'when', 'unless', 'otherwise', 'only', 'where', 'else', 'provided', 'and'])(
    'does not answer before %j',
    (word) => {
      expect(answersOf(`${object} ${word} so.`).members).toEqual([]);
      expect(answersOf(`"${object}", ${word} so.`).members).toEqual([]);
    },
  );

  it.each(['answer', 'respond', 'reply', 'return', 'write', 'output', 'give', 'use'])(
    'does not answer where it is ordered: %s',
    (order) => {
      expect(answersOf(`${order} this ${object}.`).members).toEqual([]);
      expect(answersOf(`Then please ${order} this ${object}.`).members).toHaveLength(1);
    },
  );

  it('is blanked in the rest of the text, whether it answers or not', () => {
    const text = `I said ${object} once.\nVerdict: ${object}.`;
    const { members, rest } = answersOf(text);
    const blank = ' '.repeat(object.length);
    expect(rest).toBe(`I said ${blank} once.\nVerdict: ${blank}.`);
    expect(members.map(({ from, to }) => text.slice(from, to))).toEqual([object]);
    expect(members[0]?.from).toBe(text.lastIndexOf('{'));
  });

  it.each([
    [`Answer in this format:\n${object}`, true],
    [`The format is\n\`\`\`json\n${object}`, true],
    [`It works. Reply:\n${object}`, true],
    [`It works.\n${object}`, false],
    [`Answer in this form.\n\nIt works:\n${object}`, false],
    [`This is the form. It works:\n${object}`, false],
  ])('is announced as a form, or not: %j %s', (text, announced) => {
    const [member] = answeringObjects(text, ['accept'], read).members;
    const from = text.indexOf('{');
    const placed = member ?? { value: true, object: {}, from, to: from + object.length };
    expect(isAnnouncedAsForm(text, placed)).toBe(announced);
  });
});
