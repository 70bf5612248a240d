import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

type Tab<Value extends string> = { readonly value: Value; readonly label: string; readonly panel: ReactNode };

type TabsProps<Value extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/**
 * Panels of which one is shown; arrow keys switch between them. Keep the value in the URL, so that back and reload
 * work.
 */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: Value) => onChange(next)} className="flex flex-col gap-4">
      <BaseTabs.List aria-label={label} className="relative flex rounded-full bg-sunken p-1">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="tap z-[1] flex-1 rounded-full px-3 text-sm font-medium text-muted data-active:text-ink"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="absolute top-1 bottom-1 left-(--active-tab-left) w-(--active-tab-width) rounded-full bg-raised shadow-card transition-[left,width] duration-200" />
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="outline-none">
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
