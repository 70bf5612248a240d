import { lacksMethods } from '@city-mint/client/lacks-methods.ts';
import { startPage } from './start-page.tsx';
import './styles.css';

// Only older browsers fetch them. No module of the first load may call one while it is imported.
if (lacksMethods()) await import('@city-mint/client/add-missing-methods.ts');
// In a task of its own, since evaluating all code of the first load is a long one: a touch is answered in between.
await new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = resolve;
  port2.postMessage(null);
});
const root = document.getElementById('root');
if (root !== null) void startPage(root);
