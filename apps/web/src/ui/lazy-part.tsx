import type { TextArea } from '@city-mint/texts/messages';
import type { ComponentType, ReactNode } from 'react';
import { type LazyCode, lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { tryAgainOrReload } from '#platform/reload-page.ts';
import { ErrorState } from './error-state.tsx';

/** A part of a screen whose code is fetched on demand. `preload` fetches it, and also resolves if that fails. */
type LazyPart<Props> = ((props: Props) => ReactNode) & { readonly preload: () => Promise<void> };

/**
 * Returns a part of a screen whose code and texts are fetched when it is first shown, or by `preload`. It shows
 * `placeholder` until then, and a retry if the fetch fails; like a screen's, this reloads the document if the fetch
 * fails again and the server is reachable.
 */
export function lazyPart<Props extends object>(
  areas: readonly TextArea[],
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode,
): LazyPart<Props> {
  const code = lazyCode(areas, load);
  return Object.assign((props: Props) => <PartOnDemand code={code} props={props} placeholder={placeholder} />, {
    preload: code.preload,
  });
}

type OnDemandProps<Props> = {
  readonly code: LazyCode<ComponentType<Props>>;
  readonly props: Props;
  readonly placeholder: ReactNode;
};

function PartOnDemand<Props extends object>({ code, props, placeholder }: OnDemandProps<Props>) {
  const status = useLazyCode(code);
  if (status.kind === 'ready') return <status.part {...props} />;
  if (status.kind === 'loading') return placeholder;
  return <ErrorState error={status.error} onRetry={() => void tryAgainOrReload(status.retry)} />;
}
