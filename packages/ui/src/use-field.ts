import { useState } from 'react';

/** An entered text and its problem. */
export type Field<Problem> = {
  /** Without white space around it. */
  readonly text: string;
  /** The current problem of the text; null when there is none. */
  readonly problem: Problem | null;
  /** The problem to show: none before the first change. */
  readonly visibleProblem: Problem | null;
  readonly change: (text: string) => void;
  /** Shows the problem of a field that was not changed. */
  readonly touch: () => void;
  /** Back to the initial text, as if it had never been changed. */
  readonly reset: () => void;
};

/**
 * A field of a form. `check` returns the problem of a text, or null; the form may be sent when no field has a
 * problem.
 */
export function useField<Problem>(check: (text: string) => Problem | null, initialText = ''): Field<Problem> {
  const [entered, setEntered] = useState<string | null>(null);
  return {
    ...fieldState(check, entered, initialText),
    change: (text) => setEntered(text.trim()),
    touch: () => setEntered((current) => current ?? initialText),
    reset: () => setEntered(null),
  };
}

/** The state of a field; `entered` is null before its first change. */
export function fieldState<Problem>(
  check: (text: string) => Problem | null,
  entered: string | null,
  initialText: string,
): Pick<Field<Problem>, 'text' | 'problem' | 'visibleProblem'> {
  const text = entered ?? initialText;
  const problem = check(text);
  return { text, problem, visibleProblem: entered === null ? null : problem };
}
