import { z } from 'zod';

/** The languages of the product. */
export const language = z.enum(['en', 'id', 'hi', 'ja', 'ko', 'ms', 'vi', 'th', 'zh', 'zhHK']);
export type Language = z.output<typeof language>;

/** What a caller gets who asks for no language, or for none that we know. */
export const DEFAULT_LANGUAGE: Language = 'zh';
