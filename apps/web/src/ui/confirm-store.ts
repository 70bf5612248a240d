import { create } from 'zustand';

/** A line of a slip: an address is shown whole, in groups, where it differs from the one that it resembles. */
export type SlipRow = {
  readonly label: string;
  readonly value: string;
  readonly kind?: 'address' | 'strong';
  readonly against?: string | undefined;
};

export type Question = {
  readonly title: string;
  readonly text: string;
  /** The values to confirm, line by line, above the text. */
  readonly slip?: readonly SlipRow[];
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
