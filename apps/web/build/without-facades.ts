import type { Plugin, Rolldown } from 'vite';

/** `export { t as HomePage } from "./home-page-x.js";` and nothing else. */
const FACADE = /^export\s*\{([\w$,\s]+)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?\s*$/;

type Facade = {
  readonly fileName: string;
  /** The file with the code, and its exports by the names that importers know. */
  readonly target: string;
  readonly names: ReadonlyMap<string, string>;
};

/** Part of the names of all files: this plugin changes them after their names were made from their contents. */
const VERSION = 'without-facades 1';

/**
 * Lets dynamic imports fetch the file with the code: the bundler puts a file in between that only renames its exports,
 * which costs a document one more round trip (rolldown/rolldown#9729). These files stay for pages that import them in
 * another form. Throws when the build has none of them. Runs after Vite's own changes of imports.
 */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: () => VERSION,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const facades = chunks.flatMap(facadeOf);
        if (facades.length === 0) throw new Error('no file of the build only renames exports');
        for (const facade of facades)
          for (const chunk of chunks) chunk.code = withTarget(chunk.code, facade) ?? chunk.code;
      },
    },
  };
}

/** Returns the facade that a chunk is; none for a chunk with code. */
export function facadeOf({
  code,
  fileName,
  moduleIds,
}: Pick<Rolldown.OutputChunk, 'code' | 'fileName' | 'moduleIds'>): Facade[] {
  const [, list, file] = FACADE.exec(code.trim()) ?? [];
  if (moduleIds.length > 0 || list === undefined || file === undefined) return [];
  const names = list.split(',').map((pair): [string, string] => {
    const [inTarget = '', name = inTarget] = pair.trim().split(/\s+as\s+/);
    return [name, inTarget];
  });
  return [{ fileName, target: fileName.replace(/[^/]+$/, file), names: new Map(names) }];
}

/** Returns the code with the facade's file replaced; null where it is imported in a form that is not known. */
export function withTarget(code: string, { fileName, target, names }: Facade): string | null {
  const [from, to] = [baseOf(fileName), baseOf(target)];
  const imported = new RegExp(`\\{([^{}]*)\\}=await import\\(([\`"'])\\./${escaped(from)}\\2\\)`, 'g');
  const changed = code.replace(imported, (whole, list: string, quote: string) => {
    const fields = list.split(',').map((field) => {
      const [name = '', local = name] = field.split(':');
      const inTarget = names.get(name);
      return inTarget === undefined ? null : `${inTarget}:${local}`;
    });
    return fields.includes(null) ? whole : `{${fields.join(',')}}=await import(${quote}./${to}${quote})`;
  });
  // In the list of files that are fetched together, each is fetched once.
  const rest = changed.replaceAll(`"${fileName}"`, `"${target}"`);
  return rest.includes(from) ? null : rest;
}

const baseOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
