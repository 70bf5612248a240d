// Runs before each file of a worker: its modules are loaded again, so that no state of theirs is left by another file.
// Packages remain loaded.
import { vi } from 'vitest';

vi.resetModules();
