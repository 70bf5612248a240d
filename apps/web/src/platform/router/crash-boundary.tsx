import { Component, type ReactNode } from 'react';

type Props = {
  /** Shown instead of a screen that threw. */
  readonly fallback: ReactNode;
  /** The screen's path: a change renders the children again. */
  readonly screen: string;
  readonly children: ReactNode;
};

/** Shows a fallback instead of a screen that threw, until the user opens another screen. */
export class CrashBoundary extends Component<Props, { readonly isCrashed: boolean }> {
  override state = { isCrashed: false };

  static getDerivedStateFromError(): { readonly isCrashed: boolean } {
    return { isCrashed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (before.screen !== this.props.screen && this.state.isCrashed) this.setState({ isCrashed: false });
  }

  override render(): ReactNode {
    return this.state.isCrashed ? this.props.fallback : this.props.children;
  }
}
