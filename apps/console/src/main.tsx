import '@city-mint/client/add-missing-methods.ts';
import '#platform/schemas.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { buildSettings } from '#platform/build-settings.ts';
import { applyTheme } from '#platform/theme-store.ts';
import { announceDemoOperators } from '#session/demo-operators.ts';
import { Console, createQueries } from './console.tsx';
import { createConsoleRouter } from './router.ts';
import './styles.css';

/**
 * Some systems report an invalid language (LANG=POSIX: `en-US@posix`). The charts' library creates a number format from
 * it when it loads, which would break every room with a chart.
 */
function correctLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en' });
  }
}

correctLanguage();
applyTheme();
announceDemoOperators(buildSettings.demoOperators, buildSettings.chainId);
const root = document.getElementById('root');
if (root === null) throw new Error('the document has no #root');
createRoot(root).render(
  <StrictMode>
    <Console queries={createQueries()} router={createConsoleRouter()} />
  </StrictMode>,
);
