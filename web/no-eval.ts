/**
 * The content security policy allows no text to become a script. zod would try that once, when the first schema is
 * made, and the browser would complain. This object turns that off before any part of the program with schemas is
 * loaded. It does not load zod itself, which the login page does without. (`z.config` writes to the same object.)
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
