import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#platform/database/database.ts';
import { addCity } from '#rounds/offers/commands.ts';

const DOCUMENT =
  '<!doctype html><html lang="zh"><body><div id="root"><!--picture--><p>…</p><!--/picture--></div></body></html>';

/** A replacement of the module that a build of the page contains. */
const PICTURE = `

export async function renderFirstPicture(path, answers, language) {
  const { cities = { cities: [] }, cityNames, latest } = answers;
  if (cities.cities.some(({ name }) => name === 'Broken')) throw new Error('cannot be drawn');
  const names = cityNames[language].Wien ?? '';
  const shown = path === '/index' ? '' : path + ' ' + Object.keys(answers).sort() + ' ' + latest?.cityId;
  return { markup: '<main>' + language + ' ' + cities.cities.length + names + shown + '</main>', answers };
}
export const documentLanguage = (language) => (language === 'zhHK' ? 'zh-HK' : language);
`;

const webDist = mkdtempSync(join(tmpdir(), 'city-mint-picture-'));
let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  mkdirSync(join(webDist, 'server'));
  writeFileSync(join(webDist, 'index.html'), DOCUMENT);
  writeFileSync(join(webDist, 'package.json'), '{"type":"module"}');
  writeFileSync(join(webDist, 'server', 'first-picture.js'), PICTURE);
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url, env: { WEB_DIST: webDist } });
});
afterAll(async () => {
  await api.stop();
  await database.drop();
  rmSync(webDist, { recursive: true });
});

async function addCityNamed(name: string, names = {}): Promise<void> {
  const db = createDatabase({ url: database.url, maxConnections: 1 });
  await addCity(db, { name, names, latitude: 10, longitude: 20 });
  await db.destroy();
}

/** Waits until a picture with other answers is rendered: a picture is cached for a second. */
async function pictureWith(part: string): Promise<string> {
  await expect.poll(async () => (await api.send('/index')).text).toContain(part);
  return (await api.send('/index')).text;
}

test('default: / and /index have the picture and its answers, screens of an account do not', async () => {
  await expect.poll(async () => (await api.send('/')).text).toMatch(/<main>zh \d+<\/main>/);
  const { text, headers } = await api.send('/index');
  expect(text).toContain('data-answers="{&quot;home&quot;:');
  expect(text).not.toContain('<p>…</p>');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('vary')).toContain('cookie');
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
  expect((await api.send('/my')).text).toBe(DOCUMENT);
  expect((await api.send('/index', { method: 'HEAD' })).text).toBe('');
});

test.each([
  ['lang=en', 'en', 'en'],
  ['a=b; lang=zhHK', 'zhHK', 'zh-HK'],
  ['lang="><script>', 'zh', 'zh'],
])('behavior: with the cookie %s it is rendered in %s', async (cookie, language, tag) => {
  const read = async () => (await api.send('/index', { headers: { cookie } })).text;
  await expect.poll(read).toContain(`<main>${language} `);
  expect(await read()).toContain(`<html lang="${tag}">`);
});

test('behavior: a city, questions, proof and swaps have pictures, unless the address names others', async () => {
  const read = async (url: string) => (await api.send(url)).text;
  await expect.poll(() => read('/city')).toContain('/city cities,cityNames,home undefined</main>');
  await expect.poll(() => read('/question')).toContain('/question cityNames,home,questions ');
  await expect.poll(() => read('/proof')).toContain('/proof cityNames,home,proof undefined</main>');
  await expect.poll(() => read('/swap')).toContain('/swap cityNames,config,home undefined</main>');
  expect(await read('/city?city=3')).toBe(DOCUMENT);
  await addCityNamed('Lima');
  await expect.poll(() => read('/city')).toMatch(/\/city cities,cityNames,home,latest \d+<\/main>/);
});

test('behavior: names of cities are only those of the requested language', async () => {
  await addCityNamed('Wien', { zh: '维也纳', ja: 'ウィーン' });
  const text = await pictureWith('维也纳</main>');
  expect(text).toContain('&quot;cityNames&quot;:{&quot;zh&quot;:{&quot;Wien&quot;:&quot;维也纳&quot;}}');
  expect(text).not.toContain('ウィーン');
  const inEnglish = async () => (await api.send('/index', { headers: { cookie: 'lang=en' } })).text;
  await expect.poll(inEnglish).toMatch(/<main>en \d+<\/main>/);
  expect(await inEnglish()).not.toContain('维也纳');
});

test('attack: a name cannot leave the attribute with the answers', async () => {
  await addCityNamed('Lon"><script>alert(1)</script>');
  const text = await pictureWith('alert(1)');
  expect(text).toContain('Lon\\&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).not.toContain('<script>');
});

test('behavior: the rendering module is not served', async () => {
  expect((await api.send('/server/first-picture.js')).status).toBe(404);
});

test('error: a failed rendering leaves the document as built', async () => {
  await addCityNamed('Broken');
  await expect.poll(async () => (await api.send('/index')).text).toBe(DOCUMENT);
  expect(api.log.join('\n')).toContain('the first picture was not drawn');
});
