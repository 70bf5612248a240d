import '@city-mint/client/add-missing-methods.ts';
import { startPage } from './start-page.tsx';
import './styles.css';

const root = document.getElementById('root');
// `build/old-browsers.ts` has shown a sentence instead.
const isTooOld = document.documentElement.hasAttribute('data-old-browser');
if (root !== null && !isTooOld) void startPage(root);
