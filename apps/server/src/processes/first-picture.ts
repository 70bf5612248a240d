import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Language } from '@city-mint/domain/languages';
import type { Logger } from 'pino';
import type { DrawDocument, DrawnDocument } from '#platform/http/draw-document.ts';

/** What the picture shows: the same for every reader of a language. */
export type FirstAnswers = {
  readonly home: ReplyOf<'GET /api/app/home'>;
  readonly cities: ReplyOf<'GET /api/app/warehouses'>;
  /** The names of cities, of that language alone. */
  readonly cityNames: ReplyOf<'GET /api/app/lang'>['cities'];
};

/** The module that the page's build leaves for this process. */
type PictureModule = {
  renderFirstPicture(answers: FirstAnswers, language: string): Promise<string>;
  documentLanguage(language: string): string;
};

type PictureDeps = {
  /** Folder of the built page. */
  readonly webDist: string | undefined;
  readonly read: (language: Language) => Promise<FirstAnswers>;
  readonly log: Logger;
};

/** How old a picture can be, and how long a document waits for one. */
const LIFETIME_MS = 1_000;
const PATIENCE_MS = 400;

const compress = promisify(brotliCompress);

/**
 * Returns what draws the first screen into its document, from answers that are at most a second old and the same for
 * every reader of a language; undefined for a build without a picture. While it cannot be drawn, or not in time, it
 * returns null.
 */
export async function createFirstPicture({ webDist, read, log }: PictureDeps): Promise<DrawDocument | undefined> {
  const path = webDist === undefined ? undefined : resolve(webDist, 'server', 'first-picture.js');
  if (webDist === undefined || path === undefined || !existsSync(path)) return undefined;
  const picture: PictureModule = await import(pathToFileURL(path).href);
  const template = readFileSync(join(webDist, 'index.html'), 'utf8');
  const drawn = new Map<Language, Drawn>();
  // One at a time: the page's stores, by which it is drawn, hold one language.
  let last: Promise<unknown> = Promise.resolve();
  const draw = (language: Language): Drawn => {
    const current: Drawn = { until: Number.POSITIVE_INFINITY, document: Promise.resolve(null) };
    const drawNow = async () => {
      const answers = await read(language);
      current.until = performance.now() + LIFETIME_MS;
      return documentOf(template, { picture, answers, language });
    };
    current.document = last.then(drawNow).catch((error: unknown) => {
      current.until = performance.now() + LIFETIME_MS;
      log.warn({ err: error }, 'the first picture was not drawn');
      return null;
    });
    last = current.document;
    return current;
  };
  return async (language) => {
    const known = drawn.get(language);
    const current = known !== undefined && known.until > performance.now() ? known : draw(language);
    drawn.set(language, current);
    return inTime(current.document);
  };
}

/** A picture, and until when its answers are young enough; without end while they are read. */
type Drawn = { until: number; document: Promise<DrawnDocument | null> };

function inTime<Result>(work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout;
  const patience = new Promise<null>((end) => {
    timer = setTimeout(() => end(null), PATIENCE_MS);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}

type Drawing = { readonly picture: PictureModule; readonly answers: FirstAnswers; readonly language: Language };

async function documentOf(template: string, { picture, answers, language }: Drawing): Promise<DrawnDocument> {
  const markup = await picture.renderFirstPicture(answers, language);
  const html = Buffer.from(
    template
      .replace('<html lang="zh">', () => `<html lang="${picture.documentLanguage(language)}">`)
      .replace('<div id="root">', () => `<div id="root" data-answers="${escapeAttribute(JSON.stringify(answers))}">`)
      .replace(/<!--picture-->.*<!--\/picture-->/s, () => markup),
  );
  return { html, brotli: await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) };
}

/** Returns a text for an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
