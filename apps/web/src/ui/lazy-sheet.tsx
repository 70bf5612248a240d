import type { TextArea } from '@city-mint/texts/messages';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type LazyCode, lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { showToast } from '#platform/toast-store.ts';

type SheetState = { readonly open: boolean; readonly onClose: () => void };

/** A sheet whose code is fetched on demand. `preload` fetches it, and also resolves if that fails. */
export type LazySheet<Props> = ((props: Props) => ReactNode) & { readonly preload: () => Promise<void> };

/**
 * Returns a sheet or dialog whose code and texts are fetched when it first opens, or by `preload`, which its trigger
 * calls on pointerenter. It shows nothing until then, and closes with a toast if the fetch fails.
 */
export function lazySheet<Props extends SheetState>(
  areas: readonly TextArea[],
  load: () => Promise<ComponentType<Props>>,
): LazySheet<Props> {
  const code = lazyCode(areas, load);
  return Object.assign((props: Props) => <SheetOnDemand code={code} props={props} />, { preload: code.preload });
}

type OnDemandProps<Props> = { readonly code: LazyCode<ComponentType<Props>>; readonly props: Props };

function SheetOnDemand<Props extends SheetState>({ code, props }: OnDemandProps<Props>) {
  const t = useTranslations('ui');
  const wasOpen = useRef(false);
  if (props.open) wasOpen.current = true;
  const status = useLazyCode(code, props.open);
  const giveUp = useEffectEvent(() => {
    showToast(t('networkError'), 'danger');
    props.onClose();
  });
  const isFailed = status.kind === 'failed' && props.open;
  useEffect(() => {
    if (isFailed) giveUp();
  }, [isFailed]);
  if (status.kind !== 'ready' || !wasOpen.current) return null;
  return <status.part {...props} />;
}
