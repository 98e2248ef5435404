import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows for a secret at a moment (milliseconds since 1970). */
export const appCode = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
