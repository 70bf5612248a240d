import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

type Tab<Value extends string> = { readonly value: Value; readonly label: string; readonly panel: ReactNode };

type TabsProps<Value extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** How far each key goes; the first follows the last. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Panels of which one is shown; arrow keys, Home and End switch between them. Keep the value in the URL, so that back
 * and reload work. Our own, since the library's are an eighth of the first load.
 */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.findIndex((tab) => tab.value === value);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step === undefined ? null : shown + step;
    const index = next === null ? -1 : (next + tabs.length) % tabs.length;
    const tab = tabs[index];
    if (tab === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('button')[index]?.focus();
    onChange(tab.value);
  };
  return (
    <div className="flex flex-col gap-4">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="relative flex rounded-full bg-sunken p-1"
        onKeyDown={move}
      >
        <div
          className="absolute top-1 bottom-1 left-1 rounded-full bg-raised shadow-card transition-transform duration-200"
          style={{ width: `calc((100% - 0.08rem) / ${tabs.length})`, transform: `translateX(${shown * 100}%)` }}
        />
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={index === shown}
            aria-controls={`${id}-panel`}
            tabIndex={index === shown ? 0 : -1}
            className={`tap z-[1] min-w-0 flex-1 rounded-full px-1 text-sm font-medium ${index === shown ? 'text-ink' : 'text-muted'}`}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${value}`}
        className="outline-none"
      >
        {tabs[shown]?.panel}
      </div>
    </div>
  );
}
