import { parseSync, Visitor } from 'oxc-parser';

type BuiltFile = { readonly fileName: string; code?: string; source?: string | Uint8Array };

/**
 * A plugin of Vite that wraps the values of class fields. Safari 15 does not see that such a value uses a name of an
 * outer scope, and may have dropped the name (WebKit's bug 236843). The build's own remedy translates all fields, also
 * private ones to WeakMaps, which costs 1 KB of the first load.
 */
export function fieldScopes() {
  return {
    name: 'field-scopes',
    apply: 'build',
    enforce: 'post',
    // After the minifier, which would remove the functions.
    generateBundle(_options: unknown, bundle: Readonly<Record<string, BuiltFile>>) {
      for (const file of Object.values(bundle)) {
        if (!file.fileName.endsWith('.js')) continue;
        if (file.code === undefined) file.source = withFieldScopes(file.fileName, String(file.source));
        else file.code = withFieldScopes(file.fileName, file.code);
      }
    },
  } as const;
}

/** Returns a script in which each value of a field that may use a name is in a function. */
export function withFieldScopes(path: string, source: string): string {
  const places = fieldsWithoutScope(path, source);
  let result = source;
  for (const { start, end } of places.toReversed()) {
    result = `${result.slice(0, start)}(()=>(${result.slice(start, end)}))()${result.slice(end)}`;
  }
  // A value may contain a class with fields.
  return places.length === 0 ? result : withFieldScopes(path, result);
}

type Place = { readonly start: number; readonly end: number };

/** Returns the places of the values that may use a name and are in no function, in order and without nested ones. */
export function fieldsWithoutScope(path: string, source: string): readonly Place[] {
  const places: Place[] = [];
  if (!source.includes('class')) return places;
  const visitor = new Visitor({
    PropertyDefinition: ({ value }) => {
      if (value === null || usesNoName(value) || value.start < (places.at(-1)?.end ?? 0)) return;
      places.push({ start: value.start, end: value.end });
    },
  });
  visitor.visit(parseSync(path, source, { preserveParens: false }).program);
  return places;
}

/** Whether a value is a literal, empty, or that of a function that is called on the spot. */
function usesNoName(value: object): boolean {
  const { type, argument, elements, properties, callee } = Object(value);
  if (type === 'Literal') return true;
  if (type === 'UnaryExpression') return usesNoName(argument);
  if (type === 'ArrayExpression') return elements.length === 0;
  if (type === 'ObjectExpression') return properties.length === 0;
  return type === 'CallExpression' && callee.type === 'ArrowFunctionExpression';
}
