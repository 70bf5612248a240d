import type { ReactNode } from 'react';

type PageProps = {
  readonly children: ReactNode;
  /** False on screens without the tab bar. */
  readonly tabBar?: boolean;
};

/** Frame of a screen: `main` with room for the tab bar and the phone's own edges. One `h1` belongs inside (`PageHeader` has it). */
export function Page({ children, tabBar = true }: PageProps) {
  return (
    <main
      className={`flex min-h-dvh flex-col gap-5 px-4 ${tabBar ? 'pb-[calc(0.96rem+env(safe-area-inset-bottom))]' : 'pb-8'}`}
    >
      {children}
    </main>
  );
}
