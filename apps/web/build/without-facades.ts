import type { Plugin, Rolldown } from 'vite';

/** `export{t as HomePage}from"./home-page-x.js";` and nothing else. */
const FACADE = /^export\{([\w$,\s]+)\}from["'`]\.\/([^"'`]+)["'`];?\s*$/;

type Facade = {
  readonly fileName: string;
  /** The file with the code, and its exports by the names that importers know. */
  readonly target: string;
  readonly names: ReadonlyMap<string, string>;
};

/**
 * Lets dynamic imports fetch the file with the code: the bundler puts a file in between that only renames its exports,
 * which costs a document one more round trip (rolldown/rolldown#9729). Runs after Vite's own changes of imports.
 */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const facade of chunks.flatMap(facadeOf)) {
          const renamed = chunks.map((chunk) => ({ chunk, code: withTarget(chunk.code, facade) }));
          if (renamed.some(({ code }) => code === null)) continue;
          for (const { chunk, code } of renamed) if (code !== null) chunk.code = code;
          delete bundle[facade.fileName];
        }
      },
    },
  };
}

function facadeOf({ code, fileName, moduleIds }: Rolldown.OutputChunk): Facade[] {
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
  const changed = code.replace(imported, (_whole, list: string, quote: string) => {
    const fields = list.split(',').map((field) => {
      const [name = '', local = name] = field.split(':');
      return `${names.get(name) ?? name}:${local}`;
    });
    return `{${fields.join(',')}}=await import(${quote}./${to}${quote})`;
  });
  // In the list of files that are fetched together, each is fetched once.
  const rest = changed.replaceAll(`"${fileName}"`, `"${target}"`);
  return rest.includes(from) ? null : rest;
}

const baseOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
