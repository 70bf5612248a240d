import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { useLanguageStore } from './language-store.ts';
import { localeOf } from './languages.ts';

/** Gives the texts of the chosen language to all screens. A broken text from the server shows as it is; it never throws. */
export function TextProvider({ children }: { readonly children: ReactNode }) {
  const language = useLanguageStore((state) => state.language);
  const messages = useLanguageStore((state) => state.messages);
  return (
    <IntlProvider
      locale={localeOf(language)}
      messages={messages}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      onError={() => undefined}
    >
      {children}
    </IntlProvider>
  );
}
