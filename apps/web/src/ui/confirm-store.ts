import { create } from 'zustand';

export type Question = {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly kind?: 'primary' | 'danger';
};

type Asked = Question & { readonly answer: (confirmed: boolean) => void };

export const useConfirmStore = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));

/** Asks the user to confirm; resolves true only if they do. A second question answers the first with no. */
export function askToConfirm(question: Question): Promise<boolean> {
  useConfirmStore.getState().asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      useConfirmStore.setState({ asked: null });
      resolve(confirmed);
    };
    useConfirmStore.setState({ asked: { ...question, answer } });
  });
}
