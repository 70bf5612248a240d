import { posix } from 'node:path';
import { type Prose, readProse } from './prose.ts';
import type { Repository, Rule } from './source-file.ts';

type Finding = { path: string; problem: string };

/** Names of files that the repository does not hold: any name as an example, or written at run time. */
const ELSEWHERE: { name: RegExp; reason: string }[] = [
  { name: /^(\w+:)?\/\//, reason: 'an address' },
  { name: /(^|\/)(x|y|name|file)[-.]/i, reason: 'any name' },
  { name: /^(devnet|run)\.json$/, reason: 'the local system writes them into its data folder' },
  { name: /^\.\w+\.\w+$/, reason: 'an ending of names' },
  { name: /^Vm\.sol$/, reason: 'of forge-std' },
  { name: /(^|\/)list-round-orders\.ts$/, reason: 'the example of docs/adding-a-call.md' },
];
const FOLDERS_ELSEWHERE = /^(\.data|node_modules|test-results|@[\w-]+)\//;

const ENDINGS = 'tsx?|mjs|cjs|md|sql|sol|json|yaml|toml|tree|css|html|svg|png';
/** A file's name, with folders or without, and perhaps a heading; `*`, `…` and `<name>` are any part of a name. */
const FILE = new RegExp(
  `(?<![\\w/.:@$}~-])((?:[\\w.@*…<>-]+/)*[\\w.*…<>-]*[\\w*>]\\.(?:${ENDINGS}))(?:#([\\w-]+))?(?![\\w/-]|\\.\\w)`,
  'g',
);
const FOLDER = /`((?:[\w.@*…-]+\/)+)`/g;
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const SECTION = /\bspec(?:ification)?,?\s+sections?\b|(?:[\w-]+\.md,?\s+)?\bsections?\s+\d+/gi;
const SCRIPT = /\bnpm run (?:-s |--silent )?([a-z][\w-]*(?::[\w-]+)*)/g;
const DECISION = /\bdecisions?\s+(\d{4})\b/gi;
/** "Paths begin with **D** = `packages/domain/src`" in the head of a page. */
const ABBREVIATION = /\*\*(\w)\*\*\s+=\s+`([^`]+)`/g;

/** A comment or a page names files, headings and decisions that are there. */
export const deadReferences: Rule = {
  name: 'no dead reference',
  find: (repository) => {
    const places = readPlaces(repository);
    return readProse(repository).flatMap((prose) =>
      prose.kind === 'text' ? [] : findDead(prose, places).map(({ index, problem }) => placed(prose, index, problem)),
    );
  },
};

type Places = {
  scripts: Set<string>;
  paths: Set<string>;
  folders: Set<string>;
  /** Paths by the last part of their name. */
  named: Map<string, string[]>;
  anchors: (path: string) => Set<string>;
};
type Found = { index: number; problem: string };

function readPlaces({ texts, binaries }: Repository): Places {
  const paths = new Set([...texts.map(({ path }) => path), ...binaries]);
  const folders = new Set<string>();
  const named = new Map<string, string[]>();
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder);
    const name = posix.basename(path);
    named.set(name, [...(named.get(name) ?? []), path]);
  }
  const pages = new Map(texts.map(({ path, text }) => [path, text]));
  const known = new Map<string, Set<string>>();
  const anchors = (path: string) => {
    const found = known.get(path) ?? headingAnchors(pages.get(path) ?? '');
    known.set(path, found);
    return found;
  };
  return { scripts: readScripts(pages.get('package.json')), paths, folders, named, anchors };
}

function readScripts(manifest = '{}'): Set<string> {
  const { scripts = {} } = JSON.parse(manifest) as { scripts?: Record<string, string> };
  return new Set(Object.keys(scripts));
}

function findDead(prose: Prose, places: Places): Found[] {
  const { text, kind } = prose;
  const expand = readAbbreviations(prose);
  const links = [...text.matchAll(LINK)];
  const sections = kind === 'comment' ? [...text.matchAll(SECTION)] : [];
  const blank = (words: string) => words.replace(/[^\n]/g, ' ');
  const outside = (kind === 'comment' ? text.replace(SECTION, blank) : text).replace(LINK, blank);
  return [
    ...links.flatMap(({ 1: target = '', index }) =>
      findDeadLink(target, prose, places).map((problem) => ({ index, problem })),
    ),
    ...[...outside.matchAll(FILE)].flatMap(({ 1: name = '', 2: anchor, index }) => {
      const problem = findDeadFile({ name: expand(name), anchor }, prose, places);
      return problem === null ? [] : [{ index, problem }];
    }),
    ...[...outside.matchAll(FOLDER)].flatMap(({ 1: name = '', index }) =>
      FOLDERS_ELSEWHERE.test(name) || isFolder(expand(name).replace(/\/$/, ''), prose, places)
        ? []
        : [{ index, problem: `there is no folder ${name}` }],
    ),
    ...[...text.matchAll(DECISION)].flatMap(({ 1: number = '', index }) =>
      [...places.paths].some((path) => path.startsWith(`docs/decisions/${number}-`))
        ? []
        : [{ index, problem: `there is no decision ${number} in docs/decisions` }],
    ),
    ...[...text.matchAll(SCRIPT)].flatMap(({ 1: script = '', index }) =>
      places.scripts.has(script) ? [] : [{ index, problem: `package.json has no script ${script}` }],
    ),
    ...sections.map(({ 0: words, index }) => ({ index, problem: findSection(words, places) })),
  ];
}

/** Section numbers refer to the money rules, under any name of that page. */
function findSection(words: string, { anchors }: Places): string {
  const number = /\d+/.exec(words)?.[0];
  const anchor = [...anchors('docs/money-rules.md')].find((each) => each.startsWith(`${number}-`)) ?? 'the-heading';
  return `“${words.replace(/\s+/g, ' ')}” names no page: write docs/money-rules.md#${anchor}, or nothing`;
}

function readAbbreviations({ kind, text }: Prose): (name: string) => string {
  if (kind !== 'doc') return (name) => name;
  const long = new Map(
    [...text.slice(0, 2000).matchAll(ABBREVIATION)].map(([, short = '', path = '']) => [short, path]),
  );
  return (name) => name.replace(/^(\w)\//, (whole, short: string) => (long.has(short) ? `${long.get(short)}/` : whole));
}

/** A link is relative to its page. */
function findDeadLink(target: string, { path }: Prose, places: Places): string[] {
  if (/^(https?|mailto):/.test(target)) return [];
  const [file = '', anchor] = target.split('#');
  const to = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\/$/, '');
  if (!places.paths.has(to) && !places.folders.has(to)) return [`the link to ${target} leads nowhere`];
  return anchor === undefined || places.anchors(to).has(anchor) ? [] : [`${to} has no heading #${anchor}`];
}

/** Elsewhere a name is one from the root, from the file's own folder, or the end of a path. */
function findDeadFile(
  { name, anchor }: { name: string; anchor: string | undefined },
  { path }: Prose,
  places: Places,
): string | null {
  if (ELSEWHERE.some((row) => row.name.test(name))) return null;
  const found = findFiles(name, path, places);
  if (found.length === 0) return `there is no file ${name}`;
  if (anchor === undefined || found.some((to) => places.anchors(to).has(anchor))) return null;
  return `${name} has no heading #${anchor}`;
}

function findFiles(name: string, from: string, { paths, named }: Places): string[] {
  if (/[*…<]/.test(name)) {
    const pattern = new RegExp(`(^|/)${name.replace(/[.]/g, '\\.').replace(/\*\*\/|\*+|…|<[^>]*>/g, '.*')}$`);
    return [...paths].filter((path) => pattern.test(path));
  }
  const near = posix.join(posix.dirname(from), name);
  if (paths.has(near)) return [near];
  const end = name.replace(/^(\.\.?\/)+/, '');
  return (named.get(posix.basename(end)) ?? []).filter((path) => path === end || path.endsWith(`/${end}`));
}

function isFolder(name: string, { path }: Prose, { folders }: Places): boolean {
  const pattern = new RegExp(`(^|/)${name.replace(/\./g, '\\.').replace(/\*+|…/g, '[^/]*')}$`);
  return folders.has(posix.join(posix.dirname(path), name)) || [...folders].some((folder) => pattern.test(folder));
}

/** The anchors of a page's headings, as GitHub makes them: a heading that is there again is numbered. */
export function headingAnchors(page: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ''] of page.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
      .replace(/ /g, '-');
    let anchor = slug;
    for (let again = 1; found.has(anchor); again += 1) anchor = `${slug}-${again}`;
    found.add(anchor);
  }
  for (const [, id = ''] of page.matchAll(/<a (?:id|name)="([^"]+)"/g)) found.add(id);
  return found;
}

function placed({ path, line, text }: Prose, index: number, problem: string): Finding {
  return { path: `${path}:${line + text.slice(0, index).split('\n').length - 1}`, problem };
}
