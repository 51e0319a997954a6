import { z } from 'zod';

import { checkRequest } from '../../../lab/planning/check-request';

const schema = z.strictObject({
  name: z.string({ error: 'must be a text' }),
  many: z.number().max(3, { error: 'must be at most 3' }).default(2),
});

describe('a request', () => {
  const check = (request: unknown, see?: string) =>
    checkRequest(schema, request, {
      ...{ what: 'the request of a run', needs: 'a name' },
      ...(see === undefined ? {} : { see }),
    });

  it('comes back with everything said', () => {
    expect(check({ name: 'a' })).toEqual({ name: 'a', many: 2 });
  });

  it.each([
    [undefined, 'it is missing, and must be an object with a name'],
    [null, 'it is null, and must be an object with a name'],
    ['a', 'it is "a", and must be an object with a name'],
    [{}, 'name is missing'],
    [{ name: 5 }, 'name 5 must be a text'],
    [{ name: 'a', many: 4 }, 'many 4 must be at most 3'],
    [{ name: 'a', b: 1, c: 2 }, 'there is no b, c'],
  ])('is refused when it is %j', (request, text) => {
    expect(() => check(request)).toThrow(
      expect.objectContaining({
        ...{ code: 'BAD_REQUEST', remedy: 'See docs/library.md' },
        message: `the request of a run: ${text}`,
      }) as Error,
    );
    expect(() => check(request, 'docs/chat.md')).toThrow(
      expect.objectContaining({ remedy: 'See docs/chat.md' }) as Error,
    );
  });
});
