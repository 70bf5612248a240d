import { assets } from './assets.ts';
import { home } from './home.ts';
import { my } from './my.ts';
import { rounds } from './rounds.ts';
import { session } from './session.ts';
import { ui } from './ui.ts';

/** The texts of the default language by capability; the other languages have the same keys. */
export const zh = { ui, session, home, my, rounds, assets };
