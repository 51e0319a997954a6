import { answeringObjects, isAnnouncedAsForm } from './answering-objects';
import { concludedInWords } from './verdict/concluded-in-words';
import { clearestSaying } from './verdict/clearest-saying';
import { accepts, verdictWord } from './verdict/words';

export interface ReadVerdict {
  readonly accept: boolean;
  /** The object in which it stood; null: in prose. */
  readonly object: Readonly<Record<string, unknown>> | null;
}

const names = [
  'accept',
  'accepted',
  'acceptable',
  'verdict',
  'decision',
  'approved',
  'is_correct',
  'correct',
  'pass',
];

/**
 * By the last of its JSON objects and of its clear words: a labelled verdict (`Verdict: reject`), its writer's own (`I reject
 * it`), and one that begins the first or last line or is the whole last sentence. Else by the last other verdict, else by
 * what the last sentences conclude. Words on parts or tests (`The output is correct`) overturn neither, nor do a repeated
 * form (`accept or reject`, an object within a sentence) or the answer to one of several points. null: it says nothing, or
 * not one thing.
 */
export function readVerdict(text: string): ReadVerdict | null {
  const { members, rest } = answeringObjects(text, names, verdictOf);
  const word = clearestSaying(rest);
  const member = members.at(-1);
  if (member !== undefined) {
    const isForm = isAnnouncedAsForm(text, member);
    const over = word !== null && (word.clear || isForm) ? word.at : -1;
    if (member.from > over) {
      const doubtful = isForm && concludedInWords(rest.slice(member.to)) === !member.value;
      return doubtful ? null : { accept: member.value, object: member.object };
    }
  }
  const accept = word === null ? concludedInWords(rest) : word.accept;
  return accept === null ? null : { accept, object: null };
}

function verdictOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  const word = new RegExp(`^(${verdictWord})[.!]?$`, 'i').exec(value.trim())?.[1];
  return word === undefined ? null : accepts(word);
}
