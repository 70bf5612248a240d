import { describe, expect, test, vi } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const QUESTION = { title: 'Withdraw 100 JU?', text: 'The amount is frozen.', confirmLabel: 'Withdraw' };

describe('ConfirmDialog', () => {
  test('default: shows title and text of the question', async () => {
    const { screen } = renderInPage(<ConfirmDialog question={QUESTION} onAnswer={() => undefined} />);
    const dialog = screen.getByRole('alertdialog', { name: 'Withdraw 100 JU?' });
    expect(dialog.textContent).toContain('The amount is frozen.');
  });

  test('behavior: the confirming button answers yes, the other one no', async () => {
    const onAnswer = vi.fn();
    const { screen, user, texts } = renderInPage(<ConfirmDialog question={QUESTION} onAnswer={onAnswer} />);
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await user.click(screen.getByRole('button', { name: texts.ui.cancel }));
    expect(onAnswer.mock.calls).toEqual([[true], [false]]);
  });

  test('behavior: Escape answers no', async () => {
    const onAnswer = vi.fn();
    const { user } = renderInPage(<ConfirmDialog question={QUESTION} onAnswer={onAnswer} />);
    await user.keyboard('{Escape}');
    expect(onAnswer.mock.calls).toEqual([[false]]);
  });

  test("behavior: a long amount and an address have a line each, a short value shares its label's line", async () => {
    const slip = [
      { label: 'Amount', value: '0.123456789012345678 JU', kind: 'strong' },
      { label: 'Fee', value: '1 JU' },
      { label: 'To', value: `0x${'ab'.repeat(20)}`, kind: 'address' },
    ] as const;
    const { screen } = renderInPage(<ConfirmDialog question={{ ...QUESTION, slip }} onAnswer={() => undefined} />);
    const isBeside = (label: string) => screen.getByText(label).parentElement?.className.includes('pair');
    expect(slip.map(({ label }) => isBeside(label))).toEqual([false, true, false]);
  });
});
