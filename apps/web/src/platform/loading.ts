import { create } from 'zustand';

const useBlockingCalls = create<{ readonly count: number }>(() => ({ count: 0 }));

/** Holds the loading overlay up while a call that changes something is under way, and gives its result through. */
export async function duringBlockingCall<Result>(call: () => Promise<Result>): Promise<Result> {
  useBlockingCalls.setState(({ count }) => ({ count: count + 1 }));
  try {
    return await call();
  } finally {
    useBlockingCalls.setState(({ count }) => ({ count: count - 1 }));
  }
}

/** Whether a call that changes something is under way. */
export function useIsBlocked(): boolean {
  return useBlockingCalls(({ count }) => count > 0);
}
