import type { Messages } from '@city-mint/texts/messages';
import { useMessages, useTranslations } from 'use-intl';

type Action = keyof Messages['actions']['titles'];

/** Returns the title of an action by its name; of one that only another release knows, the name. */
export function useActionTitle(): (action: string) => string {
  const t = useTranslations('actions');
  const { titles } = useMessages().actions;
  const isTitled = (action: string): action is Action => Object.hasOwn(titles, action);
  return (action) => (isTitled(action) ? t(`titles.${action}`) : action);
}
