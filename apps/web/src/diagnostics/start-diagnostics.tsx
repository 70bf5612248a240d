import { localeOf } from '@city-mint/domain/languages';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { recordCalls } from './call-log.ts';
import { DiagnosticsOverlay } from './diagnostics-overlay.tsx';

/** Shows the overlay in a separate root, so that it also works when the page has crashed. Call once. */
export function startDiagnostics(): void {
  recordCalls();
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Overlay />);
}

function Overlay() {
  const { language, messages } = useLanguageStore();
  return (
    <IntlProvider locale={localeOf(language)} messages={messages} onError={() => undefined}>
      <DiagnosticsOverlay />
    </IntlProvider>
  );
}
