import { httpGet } from './http-get';
import type { HttpGet } from './http-get';
import { runCommand } from './run-command';
import type { RunCommand } from './run-command';

export type BinaryProgress =
  | {
      readonly kind: 'downloading';
      readonly receivedBytes: number;
      readonly totalBytes: number | null;
      readonly elapsedMs: number;
    }
  | { readonly kind: 'building'; readonly lastLine: string; readonly elapsedMs: number }
  | { readonly kind: 'waiting'; readonly holderPid: number; readonly elapsedMs: number };

/** Everything outside that the search for the binary touches, so that tests can put their own in its place. */
export interface BinaryParts {
  readonly runCommand: RunCommand;
  readonly httpGet: HttpGet;
  readonly platform: string;
  readonly architecture: string;
  /** A download is given up after so long without a new byte, ms. */
  readonly stallMs: number;
  /** Folders searched for `go` after PATH: where its own installer puts it. */
  readonly goFolders: readonly string[];
}

export const realBinaryParts: BinaryParts = {
  runCommand,
  httpGet,
  platform: process.platform,
  architecture: process.arch,
  stallMs: 15_000,
  goFolders: ['/usr/local/go/bin'],
};

export type WayOutcome =
  | { readonly kind: 'made'; readonly path: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface WayContext {
  readonly parts: BinaryParts;
  /** A folder of its own to work in, on the cache's file system, removed afterwards. */
  readonly workFolder: string;
  readonly searchPath: string;
  readonly onProgress: (progress: BinaryProgress) => void;
}
