/** The version, put into the bundle by scripts/build.mjs. */

declare const SERAC_VERSION: string | undefined;

export const VERSION = typeof SERAC_VERSION === 'string' ? SERAC_VERSION : 'development';
