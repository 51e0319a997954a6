import { describeConnectionFailure } from '../../../llm/failures/connection-failure';
import { TransportError } from '../../../llm/http-fetch';

const coded = (code: string, cause?: unknown): Error =>
  Object.assign(new Error('x', { cause }), { code });

describe('a connection that failed', () => {
  it('before it stood says why, and that nothing was sent', () => {
    expect(describeConnectionFailure(coded('ECONNREFUSED'))).toEqual({
      code: 'ECONNREFUSED',
      words: 'connection refused: nothing listens there',
      outcomeUnknown: false,
    });
    expect(describeConnectionFailure(new TransportError(false, 'EODD')).words).toBe(
      'no connection (EODD)',
    );
  });

  it('after it stood leaves open what became of the request', () => {
    const broken = {
      code: 'ECONNRESET',
      words: 'the connection broke before the answer was complete (ECONNRESET)',
      outcomeUnknown: true,
    };
    expect(describeConnectionFailure(coded('ECONNRESET'))).toEqual(broken);
    expect(describeConnectionFailure(new TransportError(true, 'ECONNRESET'))).toEqual(broken);
  });

  it('is what our own transport says, even where the code is one of no connection', () => {
    const error = coded('ECONNREFUSED', new TransportError(true, 'EPROTO'));
    expect(describeConnectionFailure(error)).toMatchObject({
      code: 'EPROTO',
      outcomeUnknown: true,
    });
    const other = coded('ECONNRESET', new TransportError(false, 'ENOTFOUND'));
    expect(describeConnectionFailure(other)).toMatchObject({
      code: 'ENOTFOUND',
      outcomeUnknown: false,
    });
  });

  it('names the proxy that it was asked through', () => {
    const { words } = describeConnectionFailure(
      new TransportError(false, 'ECONNREFUSED', 'http://proxy.test:3128'),
    );
    expect(words).toContain(
      'nothing listens there, asked through the proxy http://proxy.test:3128',
    );
  });

  it('is found by the first code of its causes that looks like one', () => {
    const error = coded('lower', new Error('middle', { cause: coded('ENOTFOUND') }));
    expect(describeConnectionFailure(error).code).toBe('ENOTFOUND');
    expect(describeConnectionFailure(coded('EPROTO', coded('ENOTFOUND'))).code).toBe('EPROTO');
    const numbered = Object.assign(new Error('x'), { code: 7 });
    expect(describeConnectionFailure(numbered).code).toBe('UNKNOWN');
    expect(describeConnectionFailure('text')).toMatchObject({
      code: 'UNKNOWN',
      outcomeUnknown: true,
    });
  });

  it('ends its search for a code where causes go round', () => {
    const error = new Error('round');
    error.cause = error;
    expect(describeConnectionFailure(error).code).toBe('UNKNOWN');
  });
});
