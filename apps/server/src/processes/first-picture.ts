import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Language } from '@city-mint/domain/languages';
import type { Logger } from 'pino';
import type { DrawDocument, DrawnDocument, DrawnPath } from '#platform/http/draw-document.ts';
import type { PictureAnswers } from './picture-answers.ts';

/** The module that the page's build generates for this process. */
type PictureModule = {
  /** Returns the markup, and the script's initial replacement of it. */
  renderFirstPicture(
    path: string,
    answers: PictureAnswers,
    language: string,
  ): Promise<{ readonly markup: string; readonly answers: object }>;
  documentLanguage(language: string): string;
};

/** Returns the data of a screen in a language. */
export type ReadPicture = (path: DrawnPath, language: Language) => Promise<PictureAnswers>;

type PictureDeps = {
  /** Folder of the built page. */
  readonly webDist: string | undefined;
  readonly read: ReadPicture;
  readonly log: Logger;
};

/** The screens with figures that change within seconds. */
const LIVE_PATHS: ReadonlySet<DrawnPath> = new Set(['/index', '/city', '/question']);
/** The maximum age of a picture, of these and of other screens. */
const LIVE_MS = 1_000;
const OTHERS_MS = 5_000;
/** The maximum time that a document waits for its picture. */
const PATIENCE_MS = 400;

const compress = promisify(brotliCompress);

/**
 * Returns a function that renders screens into their documents, from answers that are at most seconds old and the same
 * for every reader of a language; undefined for a build without a picture. The function returns null if rendering fails
 * or takes too long.
 */
export async function createFirstPicture({ webDist, read, log }: PictureDeps): Promise<DrawDocument | undefined> {
  const module = webDist === undefined ? undefined : resolve(webDist, 'server', 'first-picture.js');
  if (webDist === undefined || module === undefined || !existsSync(module)) return undefined;
  const picture: PictureModule = await import(pathToFileURL(module).href);
  const templates = templatesOf(webDist);
  const drawn = new Map<string, Drawn>();
  // One rendering at a time: the page's stores, which it uses, hold a single language.
  let last: Promise<unknown> = Promise.resolve();
  const draw = (path: DrawnPath, language: Language): Drawn => {
    const lifetimeMs = LIVE_PATHS.has(path) ? LIVE_MS : OTHERS_MS;
    const current: Drawn = { until: Number.POSITIVE_INFINITY, document: Promise.resolve(null) };
    const drawNow = async () => {
      const answers = await read(path, language);
      current.until = performance.now() + lifetimeMs;
      return documentOf(templates(path, language), { picture, path, answers, language });
    };
    current.document = last.then(drawNow).catch((error: unknown) => {
      current.until = performance.now() + lifetimeMs;
      log.warn({ err: error }, 'the first picture was not drawn');
      return null;
    });
    last = current.document;
    return current;
  };
  return async (path, language) => {
    const known = drawn.get(`${language}${path}`);
    const current = known !== undefined && known.until > performance.now() ? known : draw(path, language);
    drawn.set(`${language}${path}`, current);
    return inTime(current.document);
  };
}

/** A picture, and until when its answers are recent enough; without limit while they are read. */
type Drawn = { until: number; document: Promise<DrawnDocument | null> };

function inTime<Result>(work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout;
  const patience = new Promise<null>((end) => {
    timer = setTimeout(() => end(null), PATIENCE_MS);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}

/** Returns a reader of the built document of a screen, cached: the screen's own document where it has one. */
function templatesOf(webDist: string): (path: DrawnPath, language: Language) => string {
  const read = new Map<string, string>();
  return (path, language) => {
    const own = join(webDist, 'pages', language, `${path.slice(1)}.html`);
    const template = read.get(own) ?? readFileSync(existsSync(own) ? own : join(webDist, 'index.html'), 'utf8');
    read.set(own, template);
    return template;
  };
}

type Drawing = {
  readonly picture: PictureModule;
  readonly path: DrawnPath;
  readonly answers: PictureAnswers;
  readonly language: Language;
};

async function documentOf(template: string, drawing: Drawing): Promise<DrawnDocument> {
  const { picture, path, language } = drawing;
  const { markup, answers } = await picture.renderFirstPicture(path, drawing.answers, language);
  const html = Buffer.from(
    template
      .replace('<html lang="zh">', () => `<html lang="${picture.documentLanguage(language)}">`)
      .replace('<div id="root">', () => `<div id="root" data-answers="${escapeAttribute(JSON.stringify(answers))}">`)
      .replace(/<!--picture-->.*<!--\/picture-->/s, () => markup),
  );
  return { html, brotli: await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) };
}

/** Returns a text escaped for an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
