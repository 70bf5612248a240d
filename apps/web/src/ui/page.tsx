import type { ReactNode } from 'react';

type PageProps = {
  readonly children: ReactNode;
  /** False on screens without the tab bar. */
  readonly tabBar?: boolean;
};

/**
 * The frame of a screen: `main` with room for the tab bar and the safe area. It needs one `h1` (`PageHeader` has it).
 */
export function Page({ children, tabBar = true }: PageProps) {
  return (
    <main
      className={`flex min-h-dvh flex-col gap-5 px-4 ${tabBar ? 'pb-[calc(0.96rem+env(safe-area-inset-bottom))]' : 'pb-8'}`}
    >
      {children}
    </main>
  );
}
