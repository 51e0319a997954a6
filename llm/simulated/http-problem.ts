import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** An answer that is no answer: status and body in the form OpenAI's API uses. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: OutgoingHttpHeaders;

  constructor(
    message: string,
    options: { readonly status: number; readonly code: string; headers?: OutgoingHttpHeaders },
  ) {
    super(message);
    this.name = new.target.name;
    this.status = options.status;
    this.code = options.code;
    this.headers = options.headers ?? {};
  }

  body(): object {
    const type =
      this.status === 429
        ? 'rate_limit_error'
        : this.status >= 500
          ? 'server_error'
          : 'invalid_request_error';
    return { error: { message: this.message, type, param: null, code: this.code } };
  }
}

export function badRequest(code: string, message: string): HttpProblem {
  return new HttpProblem(message, { status: 400, code });
}

/** A header's one value; absent or empty: undefined. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined || first.trim() === '' ? undefined : first.trim();
}
