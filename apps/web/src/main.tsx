import { lacksMethods } from '@city-mint/client/lacks-methods.ts';
import { startPage } from './start-page.tsx';
import './styles.css';

// Only older browsers fetch them. No module of the first load may call one while it is imported.
if (lacksMethods()) await import('@city-mint/client/add-missing-methods.ts');
const root = document.getElementById('root');
if (root !== null) void startPage(root);
