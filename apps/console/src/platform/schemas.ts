import { config } from 'zod';

// The console's policy lets no text become code: schemas are interpreted. They look at this when they are made, so
// `vite.config.ts` puts it into the file of the library.
config({ jitless: true });
