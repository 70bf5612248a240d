import type { Language } from '@city-mint/domain/languages';

/** A document as it is sent: its HTML, plain and compressed. */
export type DrawnDocument = { readonly html: Buffer; readonly brotli: Buffer };

/** Returns the document of the first screen with its first picture, in a language; null to send it as it was built. */
export type DrawDocument = (language: Language) => Promise<DrawnDocument | null>;
