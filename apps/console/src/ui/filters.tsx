import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatInputTime, parseInputTime } from '#platform/format.ts';
import { Select, TextInput } from './control.tsx';
import { TimeInput } from './time-input.tsx';

type FilterProps = { readonly label: string; readonly children: (id: string) => ReactNode };

function Filter({ label, children }: FilterProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <label htmlFor={id} className="text-muted text-xs">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** Two ends of one filter, on one line if there is room. */
export function FilterSpan({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-w-0 flex-wrap items-end gap-2">{children}</div>;
}

type ChoiceFilterProps<Value extends string> = {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Undefined shows all. */
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
};

/** A filter by one of several values, or none. */
export function ChoiceFilter<Value extends string>({ label, options, value, onChange }: ChoiceFilterProps<Value>) {
  const t = useTranslations('ui.filter');
  return (
    <Filter label={label}>
      {(id) => (
        <Select
          id={id}
          value={value ?? ''}
          options={[{ value: '', label: t('all') }, ...options]}
          onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value)}
        />
      )}
    </Filter>
  );
}

type TextFilterProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly placeholder?: string;
  /** Returns the error of a text that the server would refuse, or null. */
  readonly check?: (text: string) => string | null;
  /** Determines its width; `name` by default. */
  readonly holds?: 'address' | 'amount' | 'name';
};

const TEXT_WIDTHS = {
  address: { className: 'min-w-[1.6rem] font-mono', size: 16 },
  amount: { className: 'min-w-[0.9rem]', size: 8 },
  name: { className: 'min-w-[1.2rem]', size: 20 },
} as const;

/** A text filter, applied by Enter or on blur. */
export function TextFilter({ label, value = '', onChange, placeholder, check, holds = 'name' }: TextFilterProps) {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => setText(value), [value]);
  const apply = () => {
    const entered = text.trim();
    const found = entered === '' ? null : (check?.(entered) ?? null);
    setProblem(found);
    if (found === null && entered !== value) onChange(entered === '' ? undefined : entered);
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        apply();
      }}
    >
      <Filter label={label}>
        {(id) => (
          <>
            <TextInput
              id={id}
              type="search"
              {...TEXT_WIDTHS[holds]}
              value={text}
              isInvalid={problem !== null}
              aria-describedby={`${id}-note`}
              placeholder={placeholder}
              onChange={setText}
              onBlur={apply}
            />
            <span id={`${id}-note`} role="status" className="w-0 min-w-full text-danger text-xs empty:hidden">
              {problem}
            </span>
          </>
        )}
      </Filter>
    </form>
  );
}

type TimeFilterProps = {
  readonly label: string;
  /** UTC milliseconds. */
  readonly value: number | undefined;
  readonly onChange: (time: number | undefined) => void;
};

/** Applies a complete time, and none when it is emptied; an incomplete one is undone when the field is left. */
function TimeFilter({ label, value, onChange }: TimeFilterProps) {
  const applied = value === undefined ? '' : formatInputTime(value);
  const [text, setText] = useState(applied);
  useEffect(() => setText(applied), [applied]);
  const change = (typed: string) => {
    setText(typed);
    const time = parseInputTime(typed);
    if (typed === '' || time !== undefined) onChange(time);
  };
  return (
    <Filter label={label}>
      {(id) => <TimeInput id={id} value={text} onChange={change} onBlur={() => setText(applied)} />}
    </Filter>
  );
}

type Period = { readonly from?: number | undefined; readonly to?: number | undefined };

type PeriodFilterProps = {
  readonly labels: readonly [from: string, to: string];
  /** UTC milliseconds. */
  readonly period: Period;
  readonly onChange: (change: Period) => void;
};

/** A filter by a period, in the device's time zone like the times of tables. */
export function PeriodFilter({ labels: [from, to], period, onChange }: PeriodFilterProps) {
  return (
    <FilterSpan>
      <TimeFilter label={from} value={period.from} onChange={(time) => onChange({ from: time })} />
      <TimeFilter label={to} value={period.to} onChange={(time) => onChange({ to: time })} />
    </FilterSpan>
  );
}
