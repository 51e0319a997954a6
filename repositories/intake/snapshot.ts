/** One file or link of a tree; paths are relative, with `/`, and safe (`safe-path.ts`). */
export type SnapshotEntry =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly executable: boolean;
      readonly content: Buffer;
    }
  | { readonly kind: 'link'; readonly path: string; readonly target: string };

/** What a snapshot lacks, or holds otherwise than the tree, by name. */
export interface Named {
  /** Not fetched. */
  readonly submodules: readonly {
    readonly path: string;
    readonly commit: string;
    readonly url: string | null;
  }[];
  /** Files whose content is elsewhere: what is here is the pointer. */
  readonly lfsPointers: readonly string[];
  /** Links that lead out, nowhere or in a circle: left out. */
  readonly links: readonly {
    readonly path: string;
    readonly target: string;
    readonly why: string;
  }[];
  /** Never opened. */
  readonly special: readonly string[];
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  /** Tracked files of a work tree that differ from the commit; the commit's content was taken. Cut at 100. */
  readonly changed: readonly string[];
}

export interface Tree {
  readonly entries: readonly SnapshotEntry[];
  readonly named: Named;
}

export interface IntakeLimits {
  /** Default 50,000. */
  readonly mostFiles: number;
  /** Larger files are left out by name. Default 32 MiB. */
  readonly mostFileBytes: number;
  /** Of all files together; beyond it the repository is `too_large`. Default 512 MiB. */
  readonly mostBytes: number;
  /** Of a clone on disk. Default 2 GiB. */
  readonly mostCloneBytes: number;
  /** Of a clone. Default 600,000. */
  readonly timeoutMs: number;
}

export const defaultLimits: IntakeLimits = {
  mostFiles: 50_000,
  mostFileBytes: 32 * 1024 ** 2,
  mostBytes: 512 * 1024 ** 2,
  mostCloneBytes: 2 * 1024 ** 3,
  timeoutMs: 600_000,
};

export const nothingNamed: Named = {
  submodules: [],
  lfsPointers: [],
  links: [],
  special: [],
  leftOut: [],
  changed: [],
};
