import { hasBareCode } from './bare-code';
import type { Gate } from './gate';
import { blocksOf, firstInTurns, proseOf, quoted } from './turn-parts';

/** Not "as an AI project". */
const model =
  '(?:ai|a\\.i\\.|artificial intelligence|(?:large )?language model|llm|text-based|virtual assistant|machine learning model|chat ?bot)' +
  '(?:[ -](?:text-based|language|chat|conversational|based))*(?: (?:model|assistant|program|system|chat ?bot|tool|entity))?' +
  '(?=[,.!;:]| (?:i|my|and|so|that|which|who|with|without|by|from|developed|created|trained|made|designed|built|it)\\b|$|\\n)';
const inability =
  "(?:cannot|can't|can not|could not|couldn't|(?:am|'m|was|is|be)\\s+(?:not able|unable|incapable|not capable|not programmed|not designed)|won't|" +
  "will not|do(?:es)?(?: not|n't) have|lack)";
const deed =
  '(?:help|assist|comply|fulfil\\w*|generate|provide|create|write|produce|execute|run|access|browse|display|show|answer|complete|' +
  'support|do (?:that|this)|offer|give|discuss|process|carry|perform|the (?:ability|capability|capacity)|the access|access|any (?:ability|access))';

/** What a person or a tool might not do either is said with a reason or a place: "I cannot run it here", "without the data". */
const present =
  "(?:cannot|can't|can not|(?:am|'m)(?: currently| also| still)? (?:not able to|unable to|incapable of|not capable of|not programmed to|not designed to)|" +
  "(?:do not|don't) have (?:the |any )?(?:ability|capabilit(?:y|ies)|capacity|means) to|(?:lack the|have no) (?:ability|capability|way|means) to)";
const making =
  '(?:help|assist|comply|fulfil|generat|provid|creat|writ|produc|complet|display|render|show|output|support|build|develop|implement|design|do (?:that|this))\\w*';
const works =
  '(?:html|css|java ?script|js|web ?(?:pages?|sites?)|files?|images?|graphics?|diagrams?|charts?|plots?|code|programs?|scripts?|applications?|apps?|software|requests?)';
const places =
  '(?:files?|attachments?|images?|internet|web|urls?|links?|web ?(?:pages?|sites?)|databases?|network|real[- ]time \\w+|(?:your|local|external) [\\w ]{2,20})';

/** They count even if code follows. */
const plainRefusals = [
  // The assistant names itself a model and what it cannot do, in one sentence or in two.
  new RegExp(
    `\\b(?:as|being|i(?:'m| am)(?: just| only| merely)?) an? ${model}[^.!?\\n]{0,160}?\\b${inability}`,
    'i',
  ),
  new RegExp(
    `\\bi(?:'m| am)(?: just| only| merely)? an? ${model}[^.!?\\n]{0,80}[.!]\\s+(?:so,? |therefore,? |thus,? )?i ${inability}`,
    'i',
  ),
  new RegExp(
    `\\bi ?${inability}[^.!?\\n]{0,100}\\b(?:as|because|since|being)\\b[^.!?\\n]{0,10}\\ban? ${model}`,
    'i',
  ),
  // What it cannot make, reach or run.
  new RegExp(
    `\\b(?:sorry|apologi[sz]e|apologies|regret|afraid|unfortunately)\\b[^.!?\\n]{0,40}?\\bi ?${present} (?:\\w+ ){0,2}?${making}\\b`,
    'i',
  ),
  new RegExp(
    `\\bi ?${present} (?:\\w+ ){0,2}?${making}\\b[^.!?\\n]{0,60}?\\b${works}\\b(?![^.!?\\n]{0,60}\\b(?:without|until|unless)\\b)`,
    'i',
  ),
  new RegExp(
    `\\bi ?${present} (?:\\w+ ){0,2}?(?:access|browse|open|view|see|read|download|visit|connect to|interact with)\\b[^.!?\\n]{0,40}?\\b${places}`,
    'i',
  ),
  new RegExp(
    `\\bi (?:do not|don't) (?:currently )?have (?:\\w+ ){0,2}?access to\\b[^.!?\\n]{0,30}?\\b${places}`,
    'i',
  ),
  new RegExp(
    `\\bi ?${present} (?:\\w+ ){0,1}?(?:run|execute|test|compile)\\w* (?:\\w+ ){0,2}?(?:code|programs?|scripts?|software|commands?)\\b` +
      '(?![^.!?\\n]{0,60}\\b(?:here|without|until|unless)\\b)',
    'i',
  ),
  /\bi (?:must|have to|need to) (?:decline|refuse)\b/i,
  /\b(?:against|violates?) (?:my|openai'?s?) (?:guidelines|policy|policies|programming|terms|principles|use)/i,
  /\b(?:beyond|outside|not within) (?:of )?(?:my|the scope of my) (?:\w+ )?(?:capabilit|abilit)/i,
  /\bmy (?:capabilit|abilit)(?:y|ies) (?:do not|don't|does not|doesn't) (?:include|extend|allow)\b/i,
];
/** They count if no code follows. */
const looseRefusals = [
  new RegExp(
    `\\b(?:sorry|apologi[sz]e|apologies|regret|afraid|unfortunately)\\b[^.!?\\n]{0,80}?\\b(?:i|we)\\b[^.!?\\n]{0,20}?${inability}\\s+(?:\\w+\\s+){0,2}?${deed}`,
    'i',
  ),
  new RegExp(`(?:^|[.!?]\\s+)\\W*i ?${inability}\\s+(?:\\w+\\s+){0,2}?${deed}\\b`, 'im'),
  /\bviolates? our (?:guidelines|policy|policies|programming|terms|principles|use)/i,
  /\bagainst our (?:guidelines|policy|policies|programming|terms|principles|use)/i,
  /\b(?:beyond|outside) (?:of )?(?:my|the scope of my) (?:\w+ )?(?:scope|knowledge)/i,
  /\b(?:it is|it's|that is) (?:not possible|impossible) for me to\b/i,
  /\b(?:i'm|i am) not (?:comfortable|allowed|permitted|authori[sz]ed)\b/i,
  /\b(?:your|this|the) request (?:cannot|can't) be (?:completed|fulfilled|processed|answered)\b/i,
];

/**
 * The words of a refusal in the prose of an answer. null: there are none. Some published answers refuse and then have code, so plain
 * refusals count beside code, too. A caveat beside code ("I cannot run it here") is none, and neither is an apology for a fault. Quoted
 * text may be what a program says.
 */
export function refusalIn(content: string): string | null {
  const prose = proseOf(content);
  const isAnswer = blocksOf(content).length > 0 || hasBareCode(prose);
  const said = prose.replace(/`[^`\n]+`|"[^"\n]*"/g, ' ');
  return (
    (isAnswer ? plainRefusals : [...plainRefusals, ...looseRefusals])
      .map((pattern) => pattern.exec(said)?.[0])
      .find(Boolean)
      ?.trim() ?? null
  );
}

export const refusal: Gate = {
  name: 'refusal',
  summary:
    'An assistant turn declines the request, or says that a model cannot do it, also if code or advice follows.',
  finds: ({ turns }) =>
    firstInTurns(turns, ({ role, content }) => {
      const found = role === 'assistant' ? refusalIn(content) : null;
      return found === null ? null : `refuses: ${quoted(found)}`;
    }),
};
