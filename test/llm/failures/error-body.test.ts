import { describeText, isPage, withReadableErrors } from '../../../llm/failures/error-body';

async function errorIn(body: string): Promise<unknown> {
  const fetch = withReadableErrors(() => Promise.resolve(new Response(body, { status: 400 })));
  const answer = (await (await fetch('http://models.test')).json()) as { error: unknown };
  return answer.error;
}

describe('the body of a refusal', () => {
  it.each<[object, object]>([
    [
      { error: { message: 'words', code: 'c', type: 't', param: 'p', more: 1 } },
      { message: 'words', code: 'c', type: 't', param: 'p' },
    ],
    [{ error: { message: 'words', code: 404 } }, { message: 'words', code: '404' }],
    [{ error: { message: 'words', code: null, type: 3 } }, { message: 'words' }],
    [
      { error: 'Name', message: 'words', code: 7 },
      { message: 'Name: words', code: '7' },
    ],
    [{ error: 'words' }, { message: 'words' }],
    [
      { message: 'words', code: 503, type: 't' },
      { message: 'words', code: '503', type: 't' },
    ],
    [{ message: 'words', detail: 'more' }, { message: 'words' }],
    [{ detail: 'words' }, { message: 'words' }],
    [{ detail: [{ msg: 'words' }] }, { message: '[{"msg":"words"}]' }],
    [{ error: {}, detail: 'words' }, { message: 'words' }],
    [{ odd: 1 }, { message: '{"odd":1}' }],
  ])('%j is read as %j', async (body, detail) => {
    expect(await errorIn(JSON.stringify(body))).toEqual(detail);
  });

  it('that is no JSON is described', async () => {
    expect(await errorIn(' sorry ')).toEqual({ message: 'sorry ' });
    expect(await errorIn('')).toEqual({ message: 'an empty body' });
  });

  it('becomes JSON with the status and the other headers as they were', async () => {
    const headers = {
      'content-type': 'text/html',
      'content-length': '5',
      'retry-after': '7',
    };
    const refused = new Response('words', { status: 503, headers });
    const answer = await withReadableErrors(() => Promise.resolve(refused))('http://models.test');
    expect(answer.status).toBe(503);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'application/json',
      'retry-after': '7',
    });
  });

  it('of an answer is left alone, and the request goes on as it was given', async () => {
    const good = new Response('fine');
    const asked: unknown[] = [];
    const fetch = withReadableErrors((...request) => {
      asked.push(request);
      return Promise.resolve(good);
    });
    const init = { method: 'POST' };
    expect(await fetch('http://models.test', init)).toBe(good);
    expect(asked).toEqual([['http://models.test', init]]);
  });
});

describe('a text that should have been JSON', () => {
  it('is shown up to a length, or said to be empty or a page', () => {
    expect(describeText(` \n${'x'.repeat(400)}`)).toBe('x'.repeat(300));
    expect(describeText(' \n')).toBe('an empty body');
    expect(describeText('<HTML><TITLE> Sign in </TITLE>')).toBe('an HTML page titled "Sign in"');
    expect(describeText('<html><title> </title>')).toBe('an HTML page');
    expect(describeText('<html>words')).toBe('an HTML page');
  });

  it.each(['<!doctype html>', ' <html>', '<?xml version="1.0"?>', '<head>', '<body>'])(
    'that begins with %s is a page',
    (text) => {
      expect(isPage(text)).toBe(true);
      expect(isPage(`words ${text}`)).toBe(false);
    },
  );
});
