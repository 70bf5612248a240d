import { shell as shellEn } from '#texts/en/shell.ts';
import { shell } from '#texts/zh/shell.ts';

/** The texts of the console, by area; those of zh are the type of en, so that a missing one does not compile. */
const zh = { shell };
const en: typeof zh = { shell: shellEn };

export const MESSAGES = { zh, en } as const;

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof zh;
  }
}
