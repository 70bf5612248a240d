import type { zh } from '#texts/zh/zh.ts';

type Widen<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Widen<Texts[Key]> };

/** The texts of a language: the same keys as the default language, so that a missing text does not compile. */
export type Messages = Widen<typeof zh>;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}
