import { addMissingMethods } from './missing-methods.ts';

// A separate module, since all imports of an entry run before its first line.
addMissingMethods();
