/** A module of the page: its static and its dynamic imports, and the areas of texts that it names. */
type Module = {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
  readonly doors: readonly Door[];
};

/** An `import()` of our own code, with the areas that are loaded with it. */
type Door = { readonly target: string; readonly areas: readonly string[] };

const STATIC_IMPORT = /^(?:import |export )(?!type\b)(?:[^;']*? from )?'([^']+)';/gm;
const AREAS_AND_IMPORT = /\[([^[\]]*)\],\s*(?:async )?\(\) =>\s*(?:\(\s*await )?import\(\s*'([^']+)'/g;
const DYNAMIC_IMPORT = /\bimport\(\s*'([#.][^']+)'/g;
const LOADED_AREAS = /\bloadTexts\(\[([^\]]*)\]\)/g;

/** Returns the modules by path below `src`, from their texts by the same paths. */
export function readModules(sources: Readonly<Record<string, string>>): ReadonlyMap<string, Module> {
  return new Map(
    Object.entries(sources).map(([path, text]) => {
      const resolve = (specifier: string) =>
        specifier.startsWith('#') ? specifier.slice(1) : new URL(specifier, `file:///${path}`).pathname.slice(1);
      const withAreas = new Map(
        [...text.matchAll(AREAS_AND_IMPORT)].map(([, areas = '', target = '']) => [resolve(target), wordsOf(areas)]),
      );
      const doors = [...text.matchAll(DYNAMIC_IMPORT)].map(([, target = '']) => {
        const resolved = resolve(target);
        return { target: resolved, areas: withAreas.get(resolved) ?? [] };
      });
      const imports = [...text.matchAll(STATIC_IMPORT)].map(([, specifier = '']) => resolve(specifier));
      return [path, { path, text, imports, doors }];
    }),
  );
}

function wordsOf(list: string): string[] {
  return [...list.matchAll(/'([^']+)'/g)].map(([, word = '']) => word);
}

/**
 * Returns each module that names an area of texts which is not loaded before it runs, as `path: area`. Loaded are the
 * core areas, those of the `lazyScreen`, `lazySheet`, `lazyPart` or `lazyCode` that fetches it, and those of a
 * `loadTexts` in it.
 */
export function findMissingAreas(
  modules: ReadonlyMap<string, Module>,
  areas: { readonly all: readonly string[]; readonly core: readonly string[] },
): string[] {
  const doors = [...modules.values()].flatMap((module) => module.doors);
  const entries: Door[] = [{ target: 'main.tsx', areas: [] }, ...doors];
  const named = new RegExp(
    `useTranslations\\('(${areas.all.join('|')})\\b|['"\`](${areas.all.join('|')})\\.[a-z$]`,
    'g',
  );
  const missing = entries.flatMap((door) =>
    [...reachable(modules, door.target)].flatMap(({ path, text }) => {
      const own = [...text.matchAll(LOADED_AREAS)].flatMap(([, list = '']) => wordsOf(list));
      const loaded = [...areas.core, ...door.areas, ...own];
      const used = [...text.matchAll(named)].map(([, namespace, key]) => namespace ?? key ?? '');
      return used.filter((area) => !loaded.includes(area)).map((area) => `${path}: ${area} (through ${door.target})`);
    }),
  );
  return [...new Set(missing)];
}

function reachable(modules: ReadonlyMap<string, Module>, entry: string): ReadonlySet<Module> {
  const found = new Set<Module>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const module = modules.get(path);
    if (module === undefined || found.has(module)) continue;
    found.add(module);
    waiting.push(...module.imports);
  }
  return found;
}

const STRING = /'([\w.-]+)'|`((?:[\w.-]|\$\{[^{}]*\})+)`|"([\w.-]+)"/g;
const PLACEHOLDER = /\$\{[^{}]*\}/g;
const NAMESPACE = /useTranslations\((?:'([\w.]*)')?\)/g;

/**
 * Returns the keys that no module uses. A module uses a key by its whole name, or, if it or a module of its folder
 * translates by a namespace, by the rest of the name; `${…}` in it stands for any one part.
 */
export function findUnusedKeys(modules: ReadonlyMap<string, Module>, keys: readonly string[]): string[] {
  const whole: string[] = [];
  const byFolder = new Map<string, { readonly namespaces: Set<string>; readonly rests: string[] }>();
  for (const { path, text } of modules.values()) {
    const folder = path.split('/')[0] ?? '';
    const used = byFolder.get(folder) ?? { namespaces: new Set<string>(), rests: [] };
    byFolder.set(folder, used);
    for (const [, namespace = ''] of text.matchAll(NAMESPACE)) used.namespaces.add(namespace);
    for (const [, quoted, template, double] of text.matchAll(STRING)) {
      const name = quoted ?? template ?? double ?? '';
      // A template without any literal word would match every key.
      if (!/\w/.test(name.replace(PLACEHOLDER, ''))) continue;
      used.rests.push(name);
      if (name.includes('.')) whole.push(name);
    }
  }
  const prefixed = [...byFolder.values()].flatMap(({ namespaces, rests }) =>
    [...namespaces]
      .filter((namespace) => namespace !== '')
      .flatMap((namespace) => rests.map((rest) => `${namespace}.${rest}`)),
  );
  const patterns = new Set([...whole, ...prefixed]);
  const templates = [...patterns].filter((name) => name.includes('$')).map(templatePattern);
  return keys.filter((key) => !patterns.has(key) && !templates.some((pattern) => pattern.test(key)));
}

function templatePattern(name: string): RegExp {
  const parts = name.split(PLACEHOLDER).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('[^.]+')}$`);
}
