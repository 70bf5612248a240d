import { config } from 'zod';

// The console's policy lets no text become code: schemas are interpreted. The first import of `main.tsx`, since schemas
// look at this when they are made.
config({ jitless: true });
