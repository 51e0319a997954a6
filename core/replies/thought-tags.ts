/** What models put around their thoughts; the first group says that it ends them. */
const tag =
  /<(\/?)(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning)>|\[(\/?)THINK\]|◁(\/?)think▷|<\|(begin|end)_of_thought\|>|<\|channel\|>(analysis|final)<\|message\|>/gi;

export interface ThoughtTag {
  readonly from: number;
  readonly to: number;
  readonly closes: boolean;
}

export function thoughtTagsIn(line: string): readonly ThoughtTag[] {
  if (!/[<[◁]/.test(line)) return [];
  return [...line.matchAll(tag)].map((match) => {
    const [whole, angled, square, triangle, word, channel] = match;
    const closes =
      [angled, square, triangle].includes('/') || word === 'end' || channel === 'final';
    return { from: match.index, to: match.index + whole.length, closes };
  });
}
