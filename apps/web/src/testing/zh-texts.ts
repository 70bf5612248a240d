import { loadTexts, useLanguageStore } from '#platform/i18n/language-store.ts';
import type { Messages, TextArea } from '#platform/i18n/messages.ts';

const FOLDER = '../texts/zh/';
const areas = Object.keys(import.meta.glob('../texts/zh/*.ts')).map((path) => path.slice(FOLDER.length, -3));
await loadTexts(areas as TextArea[]);

/** All texts of the default language; importing them loads them into the page, as the screen around a flow does. */
export const zh: Messages = useLanguageStore.getState().messages;
