/** What an attempt is known by; a chat's is its id, with the problem `chat`. */
export interface AttemptKey {
  readonly run: string;
  readonly problem: string;
  readonly sample: number;
}
