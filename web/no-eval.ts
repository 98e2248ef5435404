/**
 * The content security policy allows no text to become a script. zod would try that once, when the first schema is made,
 * and the browser would complain: so it is told here, before any part of the program that has schemas is loaded, and
 * without loading zod itself, which the login page does without. (`z.config` writes to the same object.)
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
