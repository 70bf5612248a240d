import { create } from 'zustand';

const useBlockingCalls = create<{ readonly count: number }>(() => ({ count: 0 }));

/** Shows the loading overlay while a command is in progress; returns the command's result. */
export async function duringBlockingCall<Result>(call: () => Promise<Result>): Promise<Result> {
  useBlockingCalls.setState(({ count }) => ({ count: count + 1 }));
  try {
    return await call();
  } finally {
    useBlockingCalls.setState(({ count }) => ({ count: count - 1 }));
  }
}

/** Whether a command is in progress. */
export function useIsBlocked(): boolean {
  return useBlockingCalls(({ count }) => count > 0);
}
