import { type BuildSettings, parseBuildSettings } from './parse-build-settings.ts';

export type { BuildContracts } from './parse-build-settings.ts';

declare global {
  interface ImportMetaEnv {
    /** The settings that the build has parsed; unit tests have no build. */
    readonly BUILD_SETTINGS?: BuildSettings;
  }
}

export const buildSettings = import.meta.env.BUILD_SETTINGS ?? parseBuildSettings({});
