import type { Messages, TextArea } from '@city-mint/texts/messages';

/** The areas that are loaded before the first screen; any module may use them. */
export const CORE_AREAS = ['ui', 'session', 'home'] as const satisfies readonly TextArea[];

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}
