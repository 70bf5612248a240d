import { describe, expect, test } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { QrCode } from './qr-code.tsx';
import { qrPath } from './qr-path.ts';

describe('QrCode', () => {
  test('draws the code of its text, named by its target', () => {
    const { screen } = renderInPage(<QrCode text="https://mint.example/index" label="Address of this page" />);
    const code = screen.getByRole('img', { name: 'Address of this page' });
    expect(code.querySelector('path')).toHaveAttribute('d', qrPath('https://mint.example/index').path);
  });

  test('is black on white with four modules of white around it, in every theme', () => {
    const { screen } = renderInPage(<QrCode text="x" label="code" />);
    const { size } = qrPath('x');
    const code = screen.getByRole('img');
    expect(code).toHaveAttribute('viewBox', `-4 -4 ${size + 8} ${size + 8}`);
    expect(code.querySelector('rect')).toHaveAttribute('fill', '#fff');
    expect(code.querySelector('path')).toHaveAttribute('fill', '#000');
  });
});
