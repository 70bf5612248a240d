import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { useLanguageStore } from './language-store.ts';
import { localeOf } from './languages.ts';

/**
 * Gives the texts of the chosen language to all screens. A broken text from the server shows as it is; it never throws.
 * No time zone is named: times are shown by `formatTime`, and asking the browser for its zone costs 100 ms on a slow phone.
 */
export function TextProvider({ children }: { readonly children: ReactNode }) {
  const language = useLanguageStore((state) => state.language);
  const messages = useLanguageStore((state) => state.messages);
  return (
    <IntlProvider locale={localeOf(language)} messages={messages} onError={() => undefined}>
      {children}
    </IntlProvider>
  );
}
