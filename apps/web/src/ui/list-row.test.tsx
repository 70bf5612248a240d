import { describe, expect, test, vi } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { ListRow } from './list-row.tsx';

describe('ListRow', () => {
  test('is a button with its title and its value', async () => {
    const onClick = vi.fn();
    const { screen, user } = renderInPage(<ListRow title="Language" value="English" onClick={onClick} />);
    await user.click(screen.getByRole('button', { name: 'Language English' }));
    expect(onClick).toHaveBeenCalledOnce();
  });

  test('is a link to a file, which opens outside the page', () => {
    const { screen } = renderInPage(<ListRow title="Licences" href="/licences.txt" />);
    const link = screen.getByRole('link', { name: 'Licences' });
    expect(link).toHaveAttribute('href', '/licences.txt');
    expect(link).toHaveAttribute('target', '_blank');
  });
});
