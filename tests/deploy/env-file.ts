import { randomBytes } from 'node:crypto'

const secret = () => randomBytes(36).toString('base64')

/** The secrets that a server in production demands. */
export const productionSecrets = () => ({
  JWT_SECRET: secret(),
  RECEIPT_KEY: secret(),
  IDENTITY_KEY: secret(),
  PUSH_KEY: secret(),
})

/** Fills the settings of deploy/.env.example in; other lines stay. */
export const fillExample = (example: string, settings: Readonly<Record<string, string>>): string =>
  example.replaceAll(/^([A-Z_]+)=.*$/gm, (line, name: string) =>
    settings[name] ? `${name}=${settings[name]}` : line,
  )
