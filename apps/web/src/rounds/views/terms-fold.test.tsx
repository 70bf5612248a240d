import { expect, test } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { roundTerms, TERMS_HASH } from '#testing/replies/rounds.ts';
import { zh } from '#testing/zh-texts.ts';
import { TermsFold } from './terms-fold.tsx';

const { rounds } = zh;

test('renders the terms only while it is open', async () => {
  const { screen, user } = renderInPage(<TermsFold terms={roundTerms()} termsHash={TERMS_HASH} />);
  expect(screen.queryByText(rounds.terms.loss)).toBeNull();
  await user.click(screen.getByText(rounds.terms.title));
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values).toContain('3%');
  expect(values.filter((value) => /^(40|30)%/.test(value))).toHaveLength(3);
  expect(screen.getByText(rounds.terms.hash)).toBeVisible();
  await user.click(screen.getByText(rounds.terms.title));
  expect(screen.queryByText(rounds.terms.loss)).toBeNull();
});
