import { localeOf } from '@city-mint/domain/languages';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { useLanguageStore } from './language-store.ts';

type TextProviderProps = {
  /** Called with a missing or malformed text; the page then shows its key, or the text as it is. */
  readonly onError?: (error: Error) => void;
  readonly children: ReactNode;
};

/**
 * Provides the texts of the chosen language. Shows a malformed text from the server as it is; never throws. Sets no
 * time zone: `formatTime` does not need it, and asking the browser for it costs 100 ms on a slow phone.
 */
export function TextProvider({ onError = () => undefined, children }: TextProviderProps) {
  const language = useLanguageStore((state) => state.language);
  const messages = useLanguageStore((state) => state.messages);
  return (
    <IntlProvider locale={localeOf(language)} messages={messages} onError={onError}>
      {children}
    </IntlProvider>
  );
}
