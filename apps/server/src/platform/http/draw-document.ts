import type { Language } from '@city-mint/domain/languages';

/** A document in wire form: its HTML, plain and compressed. */
export type DrawnDocument = { readonly html: Buffer; readonly brotli: Buffer };

/** The screens that are rendered into their documents, entirely or without the parts that depend on the reader. */
export const DRAWN_PATHS = [
  '/index',
  '/city',
  '/question',
  '/proof',
  '/swap',
  '/leaderboards',
  '/operatorLog',
  '/assets',
] as const;
export type DrawnPath = (typeof DRAWN_PATHS)[number];

/** Returns the document of a screen with its first picture, in a language; null to send it as built. */
export type DrawDocument = (path: DrawnPath, language: Language) => Promise<DrawnDocument | null>;
