/** By name, the first that fits: fine-tunes are of the family of what they were made from where the name says so. */
const families: readonly (readonly [string, RegExp])[] = [
  ['GPT', /\bgpt|chatgpt|^o[13]\b|davinci/i],
  ['Claude', /claude/i],
  ['Gemini', /gemini|bison|\bpalm/i],
  ['DeepSeek', /deepseek/i],
  ['Qwen', /qwen|qwq/i],
  ['CodeLlama', /code-?llama|phind|wizardcoder|alchemistcoder/i],
  ['Llama', /llama|vicuna|alpaca|airoboros|hermes|nous/i],
  ['Mistral', /mi[sx]tral|codestral|ministral|zephyr|pixtral/i],
  ['Phi', /\bphi\b|phi-?\d/i],
  ['Gemma', /gemma/i],
  ['StarCoder', /starcoder|starchat|santacoder/i],
  ['Granite', /granite/i],
  ['Yi', /\byi\b|yi-/i],
  ['Falcon', /falcon/i],
  ['Cohere', /command|cohere|aya/i],
];

/** `others`: none that is listed. */
export function modelFamily(model: string): string {
  return families.find(([, pattern]) => pattern.test(model))?.[0] ?? 'others';
}
