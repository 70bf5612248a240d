import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const RECORDED_PASS = z.object({
  hash: z.string(),
  passedAt: z.string(),
  output: z.string(),
  report: z.exactOptional(z.string()),
});

/** A pass of a step: the hash of its inputs, its time (ISO 8601), its output and its runner's report. */
export type RecordedPass = z.infer<typeof RECORDED_PASS>;

/** Inputs of a step: files and folders below `root`, packages of the lock file, and anything else as text. */
export type StepInputs = {
  readonly root: string;
  readonly paths: readonly string[];
  /** Names of folders that are left out, wherever they are. */
  readonly without: readonly string[];
  /** Matches a package's path in the lock file, as `node_modules/solc`. */
  readonly packages: RegExp;
  readonly texts: readonly string[];
};

/** Returns a hash that is another one as soon as a byte, a name or a version of the inputs changes. */
export function hashInputs({ root, paths, without, packages, texts }: StepInputs): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((path) => filesOf({ root, path, without })).sort()) {
    hash.update(`${path}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest(),
    );
  }
  hash.update(JSON.stringify([lockedPackages(root, packages), texts]));
  return hash.digest('hex').slice(0, 16);
}

/** Returns the recorded pass of a step with these inputs, or undefined. */
export function findPass(folder: string, { step, hash }: { step: string; hash: string }): RecordedPass | undefined {
  try {
    const pass = RECORDED_PASS.parse(JSON.parse(readFileSync(join(folder, `${step}.json`), 'utf8')));
    return pass.hash === hash ? pass : undefined;
  } catch {
    return undefined;
  }
}

/** Records a pass of a step, in place of an earlier one. */
export function recordPass(folder: string, { step, ...pass }: RecordedPass & { step: string }): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${step}.json`), JSON.stringify(pass));
}

type Folder = { readonly root: string; readonly path: string; readonly without: readonly string[] };

/** Returns the paths of a file, or of all files of a folder, relative to `root`; throws when there is none. */
function filesOf({ root, path, without }: Folder): string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true, recursive: false });
  return entries.flatMap((entry) => {
    const inner = `${path}/${entry.name}`;
    if (!entry.isDirectory()) return [inner];
    return without.includes(entry.name) ? [] : filesOf({ root, path: inner, without });
  });
}

const LOCK = z.object({ packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })) });

function lockedPackages(root: string, names: RegExp): (readonly [string, unknown])[] {
  const { packages } = LOCK.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return Object.entries(packages)
    .filter(([path]) => names.test(path))
    .map(([path, { version }]) => [path, version] as const);
}
