/** `The code contains one main issue:`, `has the following bug`: what follows belongs to it, lists and all. */
const announced =
  /\b(?:contains?|has|have|is|see|found)\s(?:only\s)?(?:one|1|a single|the following)\s(?:\w{1,20}\s){0,2}(?:issue|bug|problem|error|mistake|flaw)\b/i;
const remedy =
  /\b(?:to fix|fix(?:ed)? by|should|replace[ds]?|change[ds]?|instead|needs? to|must|add|remove)\b/i;
const nothing = /\bno (?:actual |real )?(?:issues?|bugs?|problems?|errors?)\b/i;
const enough = 40;

/** The text of a reply that says in prose what one thing is to be mended, and how; null: it does not. */
export function soleIssue(text: string, hasList: boolean): string | null {
  const whole = text.trim();
  if (whole.length < enough || !remedy.test(whole.slice(0, 4_000))) return null;
  const opening = whole.slice(0, 400);
  if (nothing.test(opening)) return null;
  if (announced.test(opening)) return whole;
  return hasList || !/^[A-Z"'`*]/.test(whole) || /^(?:I'm|I can|Sorry|As an)/.test(whole)
    ? null
    : whole;
}
