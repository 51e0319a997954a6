import { arrayInReply, memberInReply } from '../../../core/replies/json-in-reply';
import { cpuMsSince } from '../../harness/cpu-time';

const scoreIn = (text: string) =>
  memberInReply(text, ['score'], (value) => (typeof value === 'number' ? value : null));

describe('a JSON object in a reply', () => {
  it.each([
    ['alone', '{"score": 3}'],
    ['in a fence', 'Here:\n```json\n{"score": 3}\n```\nDone.'],
    ['in the midst of prose', 'I think {"score": 3} is right.'],
    ['among other braces', 'The set {1, 2} is off. {"score": 3} So {x} it is.'],
    ['after an example of the form', 'Form: {"score": 0} or so. {broken {"score": 3}'],
    [
      'behind text with braces inside strings',
      '{"analysis": "a } and { and \\" in it", "score": 3}',
    ],
    ['behind a member that is an object', 'x {"why": {"a": 1}, "score": 3} }'],
    ['with raw line breaks in a string', '{"analysis": "one\ntwo", "score": 3}'],
    ['with a comma too many', '{"analysis": "x", "score": 3,}'],
    ['in single quotes', "{'analysis': 'x', 'score': 3}"],
    ['with quotes inside a string', '{"analysis": "the output "abc" is off", "score": 3}'],
    ['with a backslash that escapes nothing', '{"analysis": "\\d+ and \\( fail", "score": 3}'],
    ['with words of Python', '{"analysis": None, "fine": False, "score": 3}'],
    ['under a name in capitals', '{"Analysis": "x", "SCORE": 3}'],
    ['cut off behind it', '{"score": 3, "analysis": "it is'],
    ['as an echoed schema has it', '{"type": "object", "properties": {"score": 3}}'],
    ['behind one that says nothing', '{"score": "0 to 5"} {"score": 3}'],
    ['before one that says nothing', '{"score": 3} in the form {"score": "0 to 5"}'],
  ])('is found %s', (_, text) => {
    expect(scoreIn(text)?.value).toBe(3);
  });

  it.each([
    ['nothing', ''],
    ['an object that was cut off before it', '{"analysis": "long and'],
    ['another object', '{"points": 3}'],
    ['an array', '[3]'],
    ['a bare word', 'score'],
  ])('is not found in %s', (_, text) => {
    expect(scoreIn(text)).toBeNull();
  });

  it('is not mistaken for what every object inherits', () => {
    expect(memberInReply('{}', ['constructor'], String)).toBeNull();
  });

  it.each([
    ['deep nesting', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
    ['deep arrays', `{"score": ${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
    ['unclosed braces', `${'{'.repeat(1_000_000)}"score"`],
    ['many mentions of the key', '"score"{'.repeat(200_000)],
    ['an endless string', `{"score": "${'\\"'.repeat(500_000)}`],
  ])('is looked for in bounded time in %s', (_, text) => {
    const before = process.cpuUsage();
    scoreIn(text);
    expect(cpuMsSince(before)).toBeLessThan(15_000);
  });
});

describe('a JSON array in a reply', () => {
  it('is found with prose around it', () => {
    expect(arrayInReply('Sure:\n```json\n["a", "b"]\n```')).toEqual(['a', 'b']);
  });

  it('is not found where brackets hold no JSON', () => {
    expect(arrayInReply('use arr[0] and arr[1]')).toBeNull();
    expect(arrayInReply('none')).toBeNull();
    expect(arrayInReply(']  [')).toBeNull();
  });

  it('is not taken out of an object', () => {
    expect(arrayInReply('{"other": ["a"]}')).toBeNull();
  });
});
