import type { TextArea } from '@city-mint/texts/messages';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasTexts, loadTexts, prefetchTexts, useLanguageStore } from './i18n/language-store.ts';
import { translate } from './i18n/translate.ts';
import { showToast } from './toast-store.ts';

/** A part of the page whose code and texts are fetched together, on demand. */
export type LazyCode<Part> = {
  readonly areas: readonly TextArea[];
  /** Null until the code has been fetched. */
  part: Part | null;
  /** Fetches code and texts; rejects if they cannot be fetched. */
  readonly fetch: () => Promise<void>;
  /** Prefetches them; also resolves if that fails. */
  readonly preload: () => Promise<void>;
};

/** What prefetches each lazy part of the page. */
export const preloads: (() => Promise<void>)[] = [];

/** Returns a part of the page that `load` fetches, with the areas of texts that it and its imports use. */
export function lazyCode<Part>(areas: readonly TextArea[], load: () => Promise<Part>): LazyCode<Part> {
  const loadPart = async () => {
    code.part = await load();
  };
  const code: LazyCode<Part> = {
    areas,
    part: null,
    async fetch() {
      await Promise.all([loadPart(), loadTexts(areas)]);
    },
    async preload() {
      await Promise.all([loadPart().catch(() => undefined), prefetchTexts(areas)]);
    },
  };
  preloads.push(code.preload);
  return code;
}

/**
 * Returns a part for an action, e.g. after a tap; fetches it first if necessary. Returns null if that fails, after a
 * toast has said so.
 */
export async function partOf<Part>(code: LazyCode<Part>): Promise<Part | null> {
  try {
    if (code.part === null || !hasTexts(code.areas)) await code.fetch();
  } catch {
    showToast(translate('ui.networkError'), 'danger');
    return null;
  }
  return code.part;
}

export type LazyStatus<Part> =
  | { readonly kind: 'loading' }
  /** `retry` resolves to whether the fetch succeeded. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => Promise<boolean> }
  | { readonly kind: 'ready'; readonly part: Part };

/**
 * Fetches a part while `isWanted`, and again after a failure when it is next wanted; returns the loading status. After
 * a change of language it also waits for the part's texts.
 */
export function useLazyCode<Part>(code: LazyCode<Part>, isWanted = true): LazyStatus<Part> {
  const [error, setError] = useState<unknown>(null);
  const [, setFetched] = useState(false);
  const isReady = useLanguageStore(() => hasTexts(code.areas)) && code.part !== null;
  const fetch = async () => {
    setError(null);
    try {
      await code.fetch();
      setFetched(true);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  const begin = useEffectEvent(() => void fetch());
  useEffect(() => {
    if (!isWanted) setError(null);
    else if (!isReady) begin();
  }, [isWanted, isReady]);
  if (isReady && code.part !== null) return { kind: 'ready', part: code.part };
  return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry: fetch };
}
