import type { Messages, TextArea } from '@city-mint/texts/messages';
import { loadTexts, useLanguageStore } from '#platform/i18n/language-store.ts';

const files = import.meta.glob('./*.ts', { base: '../../../../packages/texts/src/zh/page/' });
const areas = Object.keys(files).map((path) => path.slice('./'.length, -3));
await loadTexts(areas as TextArea[]);

/** All texts of the default language; importing them loads them into the page, as the screen around a flow does. */
export const zh: Messages = useLanguageStore.getState().messages;
