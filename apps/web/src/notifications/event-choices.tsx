import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Choices } from './push-queries.ts';

const EVENTS = ['settled', 'stage', 'credited', 'opens', 'sign-in'] as const satisfies readonly (keyof Choices)[];

type EventChoicesProps = {
  readonly title: string;
  /** Above the switches. */
  readonly lead?: ReactNode;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
  readonly children?: ReactNode;
};

/** Switches for the events of which the user is notified, with further content below. */
export function EventChoices({ title, lead, choices, onChange, children }: EventChoicesProps) {
  const t = useTranslations('notify.push.events');
  return (
    <fieldset className="mt-5 flex flex-col gap-1">
      <legend className="mb-1 text-base font-semibold">{title}</legend>
      {lead}
      {EVENTS.map((event) => (
        <label key={event} className="tap flex cursor-pointer items-center gap-3 text-base">
          <input
            type="checkbox"
            checked={choices[event]}
            onChange={({ target }) => onChange({ ...choices, [event]: target.checked })}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0 break-words">{t(event)}</span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
