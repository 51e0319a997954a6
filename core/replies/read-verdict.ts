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
 * Whether a reply accepts what it was asked about: by the last of its JSON objects and of its clear words, which are a
 * labelled verdict (`Verdict: reject`), its writer's own (`I reject it`, `Actually no: reject`) and one with which its first
 * or last line begins or its last sentence is all (`Reject: it fails`, `Reject.`). Without any, by the last other word that
 * is a verdict, else by what the last sentences conclude. What is said of parts or tests (`The output is correct`) overturns
 * neither an object nor a clear word. A form that was only repeated (`accept or reject`, an object in the midst of a
 * sentence) is no verdict, nor is the answer to one of several points. null: it says nothing, or not one thing.
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
