import { completion, sendJson, startEndpoint } from '../../fakes/http-endpoint';
import type { HttpEndpoint } from '../../fakes/http-endpoint';

export interface SentMessage {
  readonly role: string;
  readonly content: string;
}

/** A question as it came over the wire. */
export interface Asked {
  /** The model that is asked: it plays the programmer or somebody who guides one. */
  readonly model: string;
  /** The problem that it is about, by a name of the script's. */
  readonly problem: string;
  readonly messages: readonly SentMessage[];
  /** The body as it was sent. */
  readonly text: string;
}

/** What each model says of each problem, in order; the last one again and again. */
export type Script = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface ScriptedEndpoint {
  readonly environment: Readonly<Record<string, string>>;
  readonly asked: readonly Asked[];
  /** Questions of a model on a problem, in order. */
  readonly askedOf: (model: string, problem: string) => readonly Asked[];
  readonly close: () => Promise<void>;
}

/** An endpoint of somebody else's that answers by a script: a question is about the problem whose name is in it. */
export async function startScript(script: Script): Promise<ScriptedEndpoint> {
  const asked: Asked[] = [];
  const askedOf = (model: string, problem: string): readonly Asked[] =>
    asked.filter((one) => one.model === model && one.problem === problem);
  const endpoint: HttpEndpoint = await startEndpoint(({ method, body = {} }, response) => {
    if (method === 'GET') {
      sendJson(response, { object: 'list', data: Object.keys(script).map((id) => ({ id })) });
      return;
    }
    const text = JSON.stringify(body);
    const model = String(body['model']);
    const answers = script[model] ?? {};
    const problem = Object.keys(answers).find((name) => text.includes(name)) ?? '';
    asked.push({ model, problem, messages: body['messages'] as readonly SentMessage[], text });
    const given = answers[problem] ?? [];
    const answer = given[Math.min(askedOf(model, problem).length, given.length) - 1];
    if (answer === undefined) sendJson(response, { error: { message: text } }, { status: 400 });
    else sendJson(response, completion(answer));
  });
  return {
    environment: { OPENAI_BASE_URL: endpoint.baseUrl, OPENAI_API_KEY: 'sk-of-nobody' },
    asked,
    askedOf,
    close: endpoint.close,
  };
}

/** A reply with a program. */
export function programReply(program: string): string {
  return `Here it is.\n\n\`\`\`python\n${program}\`\`\`\n`;
}
