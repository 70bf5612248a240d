import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsWithoutScope } from '@city-mint/client/field-scopes.ts';
import { missingMethods } from '@city-mint/client/missing-methods.ts';
import { parseSync, Visitor } from 'oxc-parser';

/** A use of something that the oldest supported browsers lack, with its place in the build. */
export type NewerUse = { readonly path: string; readonly use: string };

/** Methods and functions newer than `BROWSER_FLOOR`; `Owner.name` where the name alone says too little. */
const NEWER_NAMES: ReadonlySet<string> = new Set([
  ...['toSorted', 'toReversed', 'toSpliced', 'findLast', 'findLastIndex', 'isWellFormed', 'toWellFormed'],
  ...['Object.groupBy', 'Map.groupBy', 'Array.fromAsync', 'Promise.withResolvers', 'Promise.try', 'URL.canParse'],
  ...['URL.parse', 'AbortSignal.any', 'AbortSignal.timeout', 'Error.isError', 'RegExp.escape', 'Math.sumPrecise'],
  ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom', 'symmetricDifference', 'getOrInsert', 'getOrInsertComputed'],
  ...['toBase64', 'setFromBase64', 'setFromHex', 'Uint8Array.fromHex', 'Uint8Array.fromBase64', 'crypto.randomUUID'],
  ...['checkVisibility', 'startViewTransition', 'showPopover', 'hidePopover', 'togglePopover', 'getHTML', 'setHTML'],
  ...['transferToFixedLength', 'waitAsync', 'navigator.locks', 'Iterator.from', 'scheduler.yield', 'moveBefore'],
  ...['Intl.DurationFormat', 'Intl.Segmenter'],
]);

/** Iterators have no such methods; called on the result of these, they are not an array's. */
const ITERATORS: ReadonlySet<string> = new Set(['values', 'keys', 'entries', 'matchAll']);
const ITERATOR_METHODS: ReadonlySet<string> = new Set([
  ...['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'some', 'every', 'find'],
]);

/** Uses by libraries that ask for the method first and have another way. */
const ASKED_FOR: ReadonlySet<string> = new Set([
  // Base UI: else it looks at the computed style.
  'checkVisibility',
  // React: only for transitions between views, which no screen has.
  'startViewTransition',
  // Noble: else it reads the digits.
  ...['fromHex', 'toBase64', 'fromBase64'],
]);

/** Styles newer than the floor, unless an older one is beside them. */
const NEWER_STYLES: readonly (readonly [name: string, isUsed: RegExp, isAnswered?: RegExp])[] = [
  ['media range', /@media[^{]*\([^)]*[<>]=?/],
  ['individual transform', /[;{](?:translate|rotate|scale):(?!none)/, /@supports not \(translate:/],
  ['dvh without vh before it', /(?<!\dvh[^;{}]*;)(?<=[{;])[a-z-]+:[^;{}]*\ddvh/],
  ['nesting', /[{;]\s*&/],
  ['@container', /@container/],
  ['@scope', /@scope/],
  ['light-dark()', /light-dark\(/],
];

/** Returns the uses of newer syntax, methods and styles in the scripts and style sheets of a build. */
export function usesNewerThanFloor(folder: string): NewerUse[] {
  const paths = globSync('**/*.{js,css}', { cwd: folder, exclude: ['server/**'] }).sort();
  return paths.flatMap((path) => {
    const source = readFileSync(join(folder, path), 'utf8');
    const uses = path.endsWith('.css') ? newerStyles(source) : newerCode(path, source);
    return [...new Set(uses)].map((use) => ({ path, use }));
  });
}

/** Returns what a script uses that is newer and not added by `missingMethods`. */
export function newerCode(path: string, source: string): string[] {
  const uses: string[] = fieldsWithoutScope(path, source).map(() => 'field without a scope for Safari 15');
  const added = addedNames();
  const { program } = parseSync(path, source);
  const visitor = new Visitor({
    StaticBlock: () => void uses.push('static block'),
    AccessorProperty: () => void uses.push('accessor'),
    Decorator: () => void uses.push('decorator'),
    ImportAttribute: () => void uses.push('import attribute'),
    VariableDeclaration: ({ kind }) => {
      if (kind === 'using' || kind === 'await using') uses.push('using');
    },
    Literal: (node) => {
      if ('regex' in node) uses.push(...newerPattern(node.regex));
    },
    MemberExpression: (node) => {
      const name = nameOf(node);
      if (name === null || (!NEWER_NAMES.has(name.full) && !NEWER_NAMES.has(name.last))) return;
      const isThere = added.has(name.full) || added.has(name.last) || ASKED_FOR.has(name.last);
      if (!isThere) uses.push(name.full);
    },
    CallExpression: ({ callee }) => {
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'CallExpression') return;
      const [method, made] = [nameOf(callee), nameOf(callee.object.callee)];
      if (method === null || made === null || !ITERATOR_METHODS.has(method.last)) return;
      const isIterator = made.last === 'matchAll' || (ITERATORS.has(made.last) && callee.object.arguments.length === 0);
      if (isIterator) uses.push(`${made.last}().${method.last}()`);
    },
  });
  visitor.visit(program);
  return uses;
}

/** Returns the newer style that a style sheet uses. */
export function newerStyles(source: string): string[] {
  return NEWER_STYLES.flatMap(([name, isUsed, isAnswered]) =>
    isUsed.test(source) && isAnswered?.test(source) !== true ? [name] : [],
  );
}

function newerPattern({ pattern, flags }: { readonly pattern: string; readonly flags: string }): string[] {
  return [
    ...(flags.includes('v') ? ['regular expression with v'] : []),
    ...(/\(\?<[=!]/.test(pattern) ? ['lookbehind'] : []),
    ...(/\(\?[ims]*-?[ims]*:/.test(pattern) && !pattern.includes('(?:') ? ['modifiers'] : []),
  ];
}

/** Returns the name of a member, and the same with that of its object, if that is a name. */
function nameOf(node: unknown): { readonly last: string; readonly full: string } | null {
  const { type, property, object, computed } = Object(node);
  if (type !== 'MemberExpression' || computed === true || property?.type !== 'Identifier') return null;
  const owner = object?.type === 'Identifier' ? `${object.name}.` : '';
  return { last: property.name, full: `${owner}${property.name}` };
}

/** Names that `missingMethods` adds: of methods of a prototype, and of functions with their owner. */
function addedNames(): ReadonlySet<string> {
  return new Set(
    missingMethods().flatMap(([owner, methods]) => {
      const { name } = Object(owner);
      const prefix = typeof name === 'string' && name !== '' ? `${name}.` : owner === crypto ? 'crypto.' : '';
      return Object.keys(methods).map((method) => `${prefix}${method}`);
    }),
  );
}
