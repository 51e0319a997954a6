/** Whether a body is a stream of server-sent events, asked for or not. */
export function isEventStream(contentType: string | null, body: string): boolean {
  if (contentType?.trim().toLowerCase().startsWith('text/event-stream') === true) return true;
  return /^(data|event|id|retry)?:/.test(body.trimStart());
}
