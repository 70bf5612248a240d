import type { Language } from '@city-mint/domain/languages';

/** A document as it is sent: its HTML, plain and compressed. */
export type DrawnDocument = { readonly html: Buffer; readonly brotli: Buffer };

/** The screens that are drawn into their documents: those that show the same to every reader. */
export const DRAWN_PATHS = ['/index', '/city', '/question'] as const;
export type DrawnPath = (typeof DRAWN_PATHS)[number];

/** Returns the document of a screen with its first picture, in a language; null to send it as it was built. */
export type DrawDocument = (path: DrawnPath, language: Language) => Promise<DrawnDocument | null>;
