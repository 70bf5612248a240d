/** An entry of package-lock.json, by its folder. */
export type LockEntry = {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};

export type LockFile = { readonly packages: Readonly<Record<string, LockEntry>> };

/** A package that programs need at run time, by its folder below the repository. */
export type LockedPackage = { readonly folder: string; readonly name: string } & LockEntry;

const MODULES = 'node_modules/';

/**
 * Returns the packages of other people that the given folders of ours need at run time, as the lock names them, sorted
 * by folder. Optional peers are left out: whoever wants one names it. Throws for one that the lock does not have.
 */
export function productionPackages({ packages }: LockFile, folders: readonly string[]): LockedPackage[] {
  const found = new Map<string, LockedPackage>();
  const visit = (folder: string) => {
    const entry = packages[folder];
    if (entry === undefined) throw new Error(`the lock has no ${folder}`);
    for (const { name, isOptional } of needs(entry)) {
      const place = placeOf(packages, folder, name);
      if (place === undefined) {
        if (isOptional) continue;
        throw new Error(`the lock has no ${name}, which ${folder} needs`);
      }
      const needed = packages[place] ?? {};
      // Ours are among the given folders.
      if (needed.link === true || found.has(place)) continue;
      found.set(place, { folder: place, name: nameOf(place), ...needed });
      visit(place);
    }
  };
  for (const folder of folders) visit(folder);
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

function needs(entry: LockEntry): { readonly name: string; readonly isOptional: boolean }[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [
    ...[...Object.keys(dependencies), ...peers].map((name) => ({ name, isOptional: name in optionalDependencies })),
    ...Object.keys(optionalDependencies).map((name) => ({ name, isOptional: true })),
  ];
}

/** Where Node finds a package from a folder: in its own node_modules, else in those above. */
function placeOf(packages: LockFile['packages'], from: string, name: string): string | undefined {
  const parts = from.split('/');
  for (let length = parts.length; length >= 0; length -= 1) {
    const above = parts.slice(0, length).join('/');
    const place = above === '' ? `${MODULES}${name}` : `${above}/${MODULES}${name}`;
    if (packages[place] !== undefined) return place;
  }
  return undefined;
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf(MODULES) + MODULES.length);
}
