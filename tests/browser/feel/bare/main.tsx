import { createRoot } from 'react-dom/client';

// As little as React can do: `?nodes=N` elements of text.
const nodes = Number(new URLSearchParams(location.search).get('nodes'));
const root = document.querySelector('#root');
if (root === null) throw new Error('no #root');
createRoot(root).render(
  <main>
    <h1>只有 React</h1>
    {Array.from({ length: Math.ceil(nodes / 3) }, (_, row) => (
      <p key={row}>
        <b>{row}</b> <span>一行文字，在它的数字旁边</span>
      </p>
    ))}
  </main>,
);
