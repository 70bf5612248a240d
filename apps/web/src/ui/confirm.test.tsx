import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endSession, startSession } from '#platform/session-store.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { ALICE, BOB, sampleSession } from '#testing/sample-session.ts';
import '#testing/visit.tsx';
import { ConfirmRegion } from './confirm.tsx';
import { askToConfirm } from './confirm-store.ts';

const QUESTION = { title: 'Withdraw?', text: 'The amount is frozen.', confirmLabel: 'Withdraw' };

/** Asks a question of the user; returns the answer, once there is one. */
function ask() {
  const rendered = renderInPage(<ConfirmRegion />);
  const answers: boolean[] = [];
  act(() => void askToConfirm(QUESTION).then((answer) => answers.push(answer)));
  return { ...rendered, answers };
}

const dialog = () => screen.findByRole('alertdialog', { name: QUESTION.title });

describe('ConfirmRegion', () => {
  test('answers yes only by the button that confirms', async () => {
    const { user, answers } = ask();
    await dialog();
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(answers).toEqual([true]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('answers no by the other button', async () => {
    const { user, texts, answers } = ask();
    await dialog();
    await user.click(screen.getByRole('button', { name: texts.ui.cancel }));
    await waitFor(() => expect(answers).toEqual([false]));
  });

  test('answers no when the user goes back', async () => {
    const { answers } = ask();
    await dialog();
    // The entry of the dialog comes a moment after it.
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    act(() => history.back());
    await waitFor(() => expect(answers).toEqual([false]));
  });

  test('answers no when another account signs in', async () => {
    startSession(sampleSession());
    onTestFinished(endSession);
    const { answers } = ask();
    await dialog();
    act(() => startSession({ ...sampleSession(), address: BOB }));
    await waitFor(() => expect(answers).toEqual([false]));
  });

  test('stays open while the same account signs in again', async () => {
    startSession(sampleSession());
    onTestFinished(endSession);
    const { user } = ask();
    await dialog();
    act(() => startSession({ ...sampleSession(), token: 'b'.repeat(64), address: ALICE }));
    expect(screen.getByRole('alertdialog', { name: QUESTION.title })).toBeVisible();
    await user.keyboard('{Escape}');
  });

  test('answers an earlier question with no when another one is asked', async () => {
    const { answers, user, texts } = ask();
    await dialog();
    act(() => void askToConfirm({ ...QUESTION, title: 'Sign out?' }));
    await waitFor(() => expect(answers).toEqual([false]));
    expect(await screen.findByRole('alertdialog', { name: 'Sign out?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: texts.ui.cancel }));
  });
});
