import { Dialog } from '@base-ui/react/dialog';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { openForm } from '#actions/open-form.ts';
import { useLanguage } from '#platform/language-store.ts';
import { useOperator } from '#session/operator-queries.ts';
import { TextInput } from '#ui/control.tsx';
import { findEntries, type SearchEntry } from './search-entries.ts';

/** Button of the search over rooms and actions, which Ctrl-K or ⌘K opens too. */
export function CommandSearch() {
  const t = useTranslations('shell.search');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // The browser would move to its own search.
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger className="flex min-h-[0.36rem] items-center gap-2 rounded-md border border-line px-2.5 text-muted hover:bg-sunken hover:text-ink">
        {t('open')}
        <kbd className="rounded-sm bg-sunken px-1.5 font-mono text-2xs">{t('key')}</kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-10 bg-scrim" />
        <Dialog.Popup className="-translate-x-1/2 fixed top-[12vh] left-1/2 z-20 flex max-h-[70vh] w-[min(5.6rem,94vw)] flex-col gap-2 rounded-md bg-page p-4 text-ink text-sm shadow-float outline-none">
          <Dialog.Title className="font-semibold text-base">{t('title')}</Dialog.Title>
          <Search onDone={() => setIsOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ onDone }: { readonly onDone: () => void }) {
  const t = useTranslations('shell.search');
  const id = useId();
  const { language } = useLanguage();
  const router = useRouter();
  const { address, mayPropose } = useOperator();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const entries = findEntries(text, language);
  const isPermitted = (entry: SearchEntry) => entry.kind === 'room' || mayPropose(entry.name);
  const choose = (entry: SearchEntry | undefined) => {
    if (entry === undefined || !isPermitted(entry)) return;
    onDone();
    if (entry.kind === 'room') void router.navigate({ to: entry.path });
    else openForm(address, { name: entry.name });
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter') choose(entries[active]);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || entries.length === 0) return;
    event.preventDefault();
    setActive((active + step + entries.length) % entries.length);
  };
  return (
    <>
      <TextInput
        role="combobox"
        aria-label={t('label')}
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        placeholder={t('label')}
        value={text}
        onChange={(typed) => {
          setText(typed);
          setActive(0);
        }}
        onKeyDown={move}
      />
      {entries.length === 0 ? (
        <p role="status" className="px-2 text-muted">
          {t('none')}
        </p>
      ) : (
        <div role="listbox" id={`${id}-list`} aria-label={t('title')} className="min-h-0 overflow-y-auto">
          {entries.map((entry, index) => (
            <Entry
              key={`${entry.kind} ${entry.title}`}
              id={`${id}-${index}`}
              entry={entry}
              isActive={index === active}
              isPermitted={isPermitted(entry)}
              onChoose={() => choose(entry)}
            />
          ))}
        </div>
      )}
    </>
  );
}

type EntryProps = {
  readonly id: string;
  readonly entry: SearchEntry;
  readonly isActive: boolean;
  readonly isPermitted: boolean;
  readonly onChoose: () => void;
};

function Entry({ id, entry, isActive, isPermitted, onChoose }: EntryProps) {
  const t = useTranslations('shell.search');
  useEffect(() => {
    if (isActive) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id, isActive]);
  return (
    <button
      type="button"
      role="option"
      id={id}
      // The field keeps the focus.
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={!isPermitted || undefined}
      className="flex min-h-[0.36rem] w-full items-center justify-between gap-3 rounded-sm px-2 text-left hover:bg-sunken aria-selected:bg-accent-soft aria-disabled:text-muted aria-selected:text-accent-ink"
      onClick={onChoose}
    >
      <span className="min-w-0">
        {entry.title}
        {!isPermitted && <span className="block text-2xs text-muted">{t('notPermitted')}</span>}
      </span>
      <Badge>{t(entry.kind)}</Badge>
    </button>
  );
}
