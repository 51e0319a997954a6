/** OpenAI's own address, when no base URL is set. */
export const defaultBaseUrl = 'https://api.openai.com/v1';
