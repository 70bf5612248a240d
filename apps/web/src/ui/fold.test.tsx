import { describe, expect, test } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { Fold } from './fold.tsx';

describe('Fold', () => {
  test('is folded until its title is tapped', async () => {
    const { screen, user } = renderInPage(<Fold title="All sums">12 JU</Fold>);
    expect(screen.getByRole('group')).not.toHaveAttribute('open');
    await user.click(screen.getByText('All sums'));
    expect(screen.getByRole('group')).toHaveAttribute('open');
    await user.click(screen.getByText('All sums'));
    expect(screen.getByRole('group')).not.toHaveAttribute('open');
  });

  test('may begin open', () => {
    const { screen } = renderInPage(
      <Fold title="All sums" open>
        12 JU
      </Fold>,
    );
    expect(screen.getByText('12 JU')).toBeVisible();
  });
});
