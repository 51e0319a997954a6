import { arrayInReply, objectInReply } from '../../../../core/agents/replies/json-in-reply';
import { cpuMsSince } from '../../../harness/cpu-time';

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
  ])('is found %s', (_, text) => {
    expect(objectInReply(text, 'score')?.['score']).toBe(3);
  });

  it.each([
    ['nothing', ''],
    ['a cut-off object', '{"analysis": "long", "score": 3'],
    ['another object', '{"points": 3}'],
    ['an array', '[3]'],
    ['a bare word', 'score'],
  ])('is not found in %s', (_, text) => {
    expect(objectInReply(text, 'score')).toBeUndefined();
  });

  it('is not mistaken for what every object inherits', () => {
    expect(objectInReply('{}', 'constructor')).toBeUndefined();
  });

  it.each([
    ['deep nesting', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
    ['deep arrays', `{"score": ${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
    ['unclosed braces', `${'{'.repeat(1_000_000)}"score"`],
    ['many mentions of the key', '"score"{'.repeat(200_000)],
    ['an endless string', `{"score": "${'\\"'.repeat(500_000)}`],
  ])('is looked for in bounded time in %s', (_, text) => {
    const before = process.cpuUsage();
    objectInReply(text, 'score');
    expect(cpuMsSince(before)).toBeLessThan(15_000);
  });
});

describe('a JSON array in a reply', () => {
  it('is found with prose around it', () => {
    expect(arrayInReply('Sure:\n```json\n["a", "b"]\n```')).toEqual(['a', 'b']);
  });

  it('is not found where brackets hold no JSON', () => {
    expect(arrayInReply('use arr[0] and arr[1]')).toBeUndefined();
    expect(arrayInReply('none')).toBeUndefined();
    expect(arrayInReply(']  [')).toBeUndefined();
  });

  it('is not taken out of an object', () => {
    expect(arrayInReply('{"other": ["a"]}')).toBeUndefined();
  });
});
