import { readConfig } from '#api/infrastructure/config.ts'

/** A secret that production accepts. */
export const SECRET = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'

/** The minimum that production requires. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  GOOGLE_CLIENT_ID: 'web.apps.example',
  JWT_SECRET: SECRET,
  PUBLIC_URL: 'https://tidemark.example',
}

/** The line with which a start ends, or `accepted`. */
export const refusal = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'accepted'
}
