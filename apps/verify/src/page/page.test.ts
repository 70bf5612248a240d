import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EXIT, run } from '../run.ts';

const FROM = 'https://mint.example';
const POLICY = "default-src 'self';script-src 'self';object-src 'none'";
const SCRIPT = '<script src="/theme.js"></script>';
const ENTRY = '<script type="module" fetchpriority="low" crossorigin src="/assets/first-load-1.js"></script>';
const SHELL = `<html><head>${SCRIPT}</head><body><div id="root"></div>${ENTRY}</body></html>`;

/** The page's files in a release. */
const RELEASE: Readonly<Record<string, string>> = {
  'index.html': SHELL,
  'theme.js': 'theme',
  'assets/first-load-1.js': 'first',
  'assets/screen-2.js': 'screen',
  'pages/en/proof.html': SHELL,
  'pages/zh/proof.html': SHELL,
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sums = [
  ...Object.entries(RELEASE).map(([name, text]) => `${sha256(text)}  apps/web/dist/${name}`),
  ...[`${sha256('br')}  apps/web/dist/theme.js.br`, `${sha256('other')}  apps/server/src/other.ts`],
  ...[`${sha256('robots')}  apps/web/dist/robots.txt`, `${sha256('render')}  apps/web/dist/server/render.js`],
].join('\n');

/** Answers by path; documents are drawn by the server, with answers in an attribute. */
let answers: Map<string, string>;
let policy: string;

beforeEach(() => {
  policy = POLICY;
  const drawn = SHELL.replace('<div id="root">', '<div id="root" data-answers="{}"><h1>City Mint</h1>');
  answers = new Map([
    ...Object.entries(RELEASE).map(([name, text]) => [`/${name}`, text] as const),
    ...([
      ['/shell', SHELL],
      ['/', drawn],
      ['/proof', drawn],
    ] as const),
  ]);
  vi.stubGlobal('fetch', async (url: URL) => {
    const text = url.origin === FROM ? answers.get(url.pathname) : undefined;
    const headers = { 'content-security-policy': policy };
    return text === undefined ? new Response('', { status: 404 }) : new Response(text, { headers });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function verify(list = sums) {
  const lines: string[] = [];
  const bytes = async function* () {
    yield Buffer.from(list);
  };
  const code = await run(['page', 'SHA256SUMS', '--from', FROM], { bytes, write: (line) => lines.push(line) });
  return { code, lines };
}

test('default: every file and the scripts of every screen are those of the release', async () => {
  const { code, lines } = await verify();
  expect(code).toBe(EXIT.agrees);
  expect(lines.slice(0, 2)).toEqual([
    'agrees: 4 files of the page are those of the release',
    'agrees: the documents of 2 screens run its scripts and no other',
  ]);
});

test.each(['/theme.js', '/assets/first-load-1.js', '/assets/screen-2.js', '/shell'])(
  'attack: a server that changes %s is named with it',
  async (path) => {
    answers.set(path, `${answers.get(path)} `);
    expect(await verify()).toEqual({ code: EXIT.differs, lines: [`DIFFERS ${FROM}: ${path}: not the release's file`] });
  },
);

test.each<[what: string, change: (html: string) => string, found: RegExp]>([
  ['a script of another file', (html) => html.replace('first-load-1', 'thief'), /thief\.js is not in the release$/],
  ['a script within', (html) => html.replace('</body>', '<script>steal()</script></body>'), /does not write$/],
  ['a script with content', (html) => html.replace('></script>', '>steal()</script>'), /does not write$/],
  [
    'a script in other letters',
    (html) => html.replace('</body>', '<SCRIPT/src=//thief.example></SCRIPT>'),
    /does not write$/,
  ],
  [
    'a script of another origin',
    (html) => html.replace('src="/theme', 'src="//thief.example/theme'),
    /not in the release$/,
  ],
  [
    'another origin for its files',
    (html) => html.replace('<head>', '<head><base href="//thief.example/">'),
    /another origin/,
  ],
])('attack: a drawn document with %s is named', async (_what, change, found) => {
  for (const path of ['/', '/proof']) {
    const right = answers.get(path) ?? '';
    expect(change(right)).not.toBe(right);
    answers.set(path, change(right));
    const { code, lines } = await verify();
    expect([code, lines[0]]).toEqual([EXIT.differs, expect.stringMatching(found)]);
    expect(lines[0]).toContain(`${FROM}${path}: `);
    answers.set(path, right);
  }
});

test.each(["script-src 'self' 'unsafe-inline'", "script-src 'self' https://thief.example", 'script-src *', ''])(
  'attack: a policy that admits other scripts is named: %s',
  async (changed) => {
    policy = changed;
    expect(await verify()).toMatchObject({ code: EXIT.differs, lines: [expect.stringMatching(/policy admits other/)] });
  },
);

test('error: a missing file, no list of the page, and no server are not verified', async () => {
  answers.delete('/assets/screen-2.js');
  expect(await verify()).toMatchObject({
    code: EXIT.unread,
    lines: [expect.stringMatching(/screen-2.js: status 404$/)],
  });
  expect(await verify(`${sha256('other')}  apps/server/src/other.ts`)).toMatchObject({
    code: EXIT.unread,
    lines: ['NOT VERIFIED the list has no apps/web/dist/index.html'],
  });
});
