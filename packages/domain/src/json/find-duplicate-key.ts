type Level = { readonly path: string; readonly keys: Set<string> | undefined; key: string; index: number };

const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\],:]/g;

/**
 * Returns the path of the first key that occurs twice in one object, or undefined. `JSON.parse` takes the last of them
 * without a word, so two readers of one file could see two values. `text` is valid JSON.
 */
export function findDuplicateKey(text: string): string | undefined {
  const levels: Level[] = [];
  let lastText = '';
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      const keys = token === '{' ? new Set<string>() : undefined;
      levels.push({ path: level === undefined ? '' : pathWithin(level), keys, key: '', index: 0 });
    } else if (token === '}' || token === ']') {
      levels.pop();
    } else if (token === ',' && level !== undefined) {
      level.index += 1;
    } else if (token === ':' && level?.keys !== undefined) {
      level.key = String(JSON.parse(lastText));
      if (level.keys.has(level.key)) return pathWithin(level);
      level.keys.add(level.key);
    }
    lastText = token;
  }
  return undefined;
}

function pathWithin({ path, keys, key, index }: Level): string {
  if (keys === undefined) return `${path}[${index}]`;
  return path === '' ? key : `${path}.${key}`;
}
