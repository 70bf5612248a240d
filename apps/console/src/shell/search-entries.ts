import { isActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import type { OperatorActionName } from '@city-mint/api-contract/operator-client/operator-client';
import { CONSOLE_MESSAGES } from '@city-mint/texts/console-messages';
import type { ConsoleLanguage } from '#platform/language-store.ts';
import { ROOMS } from '../rooms.ts';

/** A room or an action that the search finds. */
export type SearchEntry =
  | { readonly kind: 'room'; readonly title: string; readonly path: string }
  | { readonly kind: 'action'; readonly title: string; readonly name: OperatorActionName };

const PREFIX = 'POST /api/ops/';

/**
 * Returns the rooms and actions that contain every word of a text, rooms first; all for an empty text. They are found
 * by their titles in any language of operators, and by their names in the log.
 */
export function findEntries(text: string, language: ConsoleLanguage): SearchEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (names: readonly string[]) => {
    const all = names.join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const { zh, en } = CONSOLE_MESSAGES;
  const rooms = ROOMS.filter(({ name }) => isFound([name, zh.shell.room[name], en.shell.room[name]]));
  const actions = ACTIONS.filter((name) => isFound([name, zh.actionWords.titles[name], en.actionWords.titles[name]]));
  const { shell, actionWords } = CONSOLE_MESSAGES[language];
  return [
    ...rooms.map(({ name, path }) => ({ kind: 'room' as const, title: shell.room[name], path })),
    ...actions.map((name) => ({ kind: 'action' as const, title: actionWords.titles[name], name })),
  ];
}

const ACTIONS = Object.keys(operatorActions)
  .filter(isActionKey)
  .map((key) => key.slice(PREFIX.length))
  .filter(isTitled);

function isTitled(name: string): name is OperatorActionName {
  return Object.hasOwn(CONSOLE_MESSAGES.en.actionWords.titles, name);
}
