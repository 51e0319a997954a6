import { permute } from '../seeded';
import { placeStrategies } from './location-replies';
import type { Message } from '../../../core/schemas/model';
import type { Reply, ReplyRequest, ReplySource } from './reply';

const approaches = [
  'Go through the input once from front to back and keep only what the answer needs, as few variables as possible.',
  'Bring the input into a simpler form first, sorted or without duplicates, and read the answer off that form.',
  'Split the input into groups that belong together, treat every group by itself and join the results.',
  'Reduce the task to a smaller one of the same kind, starting from the smallest case that can be answered at once.',
  'Build a table of the answers for all smaller cases and fill it in order, so that nothing is worked out twice.',
  'Generate every possibility in order and keep the first that fulfils all conditions of the statement.',
  'Write down the conditions of the statement one by one and check each of them in a small function of its own.',
  'Work backwards from the wanted result and note at each step what must have been true before.',
] as const;

const diagnoses = [
  'A case at the edge is not covered: look at empty input, a single element and values that are equal, and treat them before the main step.',
  'The condition in the main step is off by one place: check for each bound whether it belongs to the range, and correct the comparison.',
  'What the function returns has not the form that the statement asks for: compare type, order and duplicates with the examples.',
  'Something is kept from one step to the next that should start afresh: set it back at the right place.',
  'The statement is read too narrowly: read each sentence again and handle the values that it allows and the code leaves out.',
  'The code changes its input or relies on its order: work on a copy and do not assume that it is sorted.',
] as const;

/** Canned strategies, in an order that the seed decides; others than those that the request names. */
export function strategiesReply(source: ReplySource, request: ReplyRequest): Reply {
  const { problem, settings } = source;
  if (problem.isPatched) return list('strategies', placeStrategies(source, request), request);
  const asked = request.messages.map(({ content }) => content).join('\n');
  const texts = choose(approaches, settings.strategies, { request, without: asked });
  return list('strategies', texts, request);
}

export function reflectionsReply({ settings }: ReplySource, request: ReplyRequest): Reply {
  const texts = choose(diagnoses, settings.reflections, { request, without: '' });
  return list('reflections', texts, request);
}

/** So many of the texts, varied where there are too few; none that stands in `without`. */
function choose(
  texts: readonly string[],
  count: number,
  { request, without }: { readonly request: ReplyRequest; readonly without: string },
): readonly string[] {
  const { sample, ordinal } = request.draw;
  const order = permute(
    texts,
    [request.role, request.seed, request.problem, sample, ordinal],
    (text) => text,
  );
  const shape = signatureWords(request.messages);
  const chosen: string[] = [];
  for (let index = 0; chosen.length < count; index += 1) {
    const round = Math.floor(index / order.length);
    const text = `${shape}${order[index % order.length] ?? ''}`;
    const varied = round === 0 ? text : `${text} (Variant ${String(round + 1)}.)`;
    if (!without.includes(varied)) chosen.push(varied);
  }
  return chosen;
}

/** Names the function and what it takes, when the request shows its first line. */
export function signatureWords(messages: readonly Message[]): string {
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const found = /^\s*def\s+(\w+)\s*\(([^)]*)\)/m.exec(asked.join('\n'));
  if (found === null) return '';
  const names = (found[2] ?? '')
    .split(',')
    .map((part) => /^\s*\*{0,2}(\w+)/.exec(part)?.[1] ?? '')
    .filter((name) => name !== '');
  return `For ${found[1] ?? ''}${names.length === 0 ? '' : ` with ${names.join(', ')}`}: `;
}

function list(
  key: 'strategies' | 'reflections',
  texts: readonly string[],
  request: ReplyRequest,
): Reply {
  return {
    text: request.structured
      ? JSON.stringify({ [key]: texts })
      : texts.map((text, index) => `${String(index + 1)}. ${text}`).join('\n'),
    origin: { rule: 'canned' },
  };
}
