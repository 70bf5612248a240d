import type { Messages } from '#platform/i18n/messages.ts';
import { assets } from './assets.ts';
import { home } from './home.ts';
import { my } from './my.ts';
import { rounds } from './rounds.ts';
import { session } from './session.ts';
import { ui } from './ui.ts';

export const en: Messages = { ui, session, home, my, rounds, assets };
