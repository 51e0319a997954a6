import { permute, unitOf } from '../seeded';
import type { Reply, ReplyRequest, ReplySource } from './reply';
import { signatureWords } from './thinker-replies';

/** Problems that everybody has met, each with the plan by which it is solved. */
const known = [
  {
    problem: 'Given a list of numbers, tell how many different ones it holds.',
    plan: 'Put each number into a set, then give the size of the set. An empty list has none.',
  },
  {
    problem: 'Given a text, tell whether its brackets are balanced.',
    plan: 'Keep a stack of open brackets; at each closing one the top must be its partner; at the end the stack must be empty.',
  },
  {
    problem: 'Given a list of numbers and a target, find two of them that add up to it.',
    plan: 'Go through the list and remember where each number was; look up what is missing to the target before a number is remembered.',
  },
  {
    problem: 'Given words, give them grouped by their first letter, in alphabetical order.',
    plan: 'Collect the words in a table by letter, sort the letters, and give the groups in that order. Leave out letters without words.',
  },
  {
    problem:
      'Given the prices of some days, find the largest gain of one purchase and one later sale.',
    plan: 'Keep the lowest price so far and the best difference to it. Where prices only fall the gain is 0.',
  },
  {
    problem: 'Given a number, tell in how many ways steps of one or two add up to it.',
    plan: 'Fill a table from 0 upwards: the ways of a number are those of the one before it and of the one before that. 0 has one way.',
  },
  {
    problem: 'Given a number in decimal notation, give it in another base.',
    plan: 'Divide by the base until nothing is left, collect the remainders, and turn them round. 0 is written as one digit.',
  },
] as const;

const plans = [
  'Check the input for the cases at the edges first. Then go through it once, keep what the answer needs, and give it at the end.',
  'Bring the input into the form that makes the question simple, then read the answer off it, as in the other problem.',
  'Write the test of a single element as a function of its own; apply it to every element; join what it gives.',
  'Solve the smallest case by hand, then say how a larger one follows from a smaller one; build the table from below.',
] as const;

/** Canned problems, in an order that the seed decides; after the last they start again. */
export function examplesReply({ settings }: ReplySource, request: ReplyRequest): Reply {
  const { sample, ordinal } = request.draw;
  const order = permute(
    known,
    [request.role, request.seed, request.problem, sample, ordinal],
    ({ problem }) => problem,
  );
  const problems = Array.from({ length: settings.examples }, (_, index) => {
    const { problem, plan } = order[index % order.length] ?? known[0];
    const round = Math.floor(index / order.length);
    return { problem: round === 0 ? problem : `${problem} (Variant ${String(round + 1)}.)`, plan };
  });
  return {
    text: request.structured
      ? JSON.stringify({ problems })
      : problems
          .map(({ problem, plan }, index) => `${String(index + 1)}. ${problem}\n   Plan: ${plan}`)
          .join('\n'),
    origin: { rule: 'canned' },
  };
}

/** A canned plan with a confidence that knows nothing: both depend on the seed and on what the request shows. */
export function planReply(_: ReplySource, request: ReplyRequest): Reply {
  const { seed, problem, draw, messages } = request;
  const shown = messages.map(({ content }) => content).join('\n');
  const key = [request.role, seed, problem, draw.sample, draw.ordinal, shown];
  const [text = ''] = permute(plans, key, (one) => one);
  const plan = `${signatureWords(messages)}${text}`;
  const confidence = Math.floor(unitOf(['confidence', ...key]) * 101);
  return {
    text: request.structured
      ? JSON.stringify({ plan, confidence })
      : `${plan}\nConfidence: ${String(confidence)}`,
    origin: { rule: 'canned' },
  };
}
