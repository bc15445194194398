import type { Settings } from './config-schema.ts'
import { looksRandom } from './secret-file.ts'
import { isSafeOrigin } from './setting-urls.ts'

/** All instances need the same ones; an unset one is generated in each data folder. */
const INSTANCE_KEYS = ['RECEIPT_KEY', 'PUSH_KEY', 'IDENTITY_KEY'] as const

/** The first problem of settings that are valid alone, in one line; null without any. */
export function settingsProblem(settings: Settings, platform: string): string | null {
  const isEmbedded = settings.DATABASE_URL === null
  const isShared = settings.REUSE_PORT === '1'
  const isProduction = settings.NODE_ENV === 'production'
  const problems = [
    isEmbedded &&
      settings.BUS_URL !== null &&
      'BUS_URL needs DATABASE_URL: the embedded database has one process.',
    isEmbedded &&
      settings.DATABASE_DIRECT_URL !== null &&
      'DATABASE_DIRECT_URL needs DATABASE_URL.',
    isEmbedded &&
      settings.DATABASE_CONNECTIONS !== null &&
      'DATABASE_CONNECTIONS needs DATABASE_URL: the embedded database has one.',
    settings.METRICS_PORT === settings.PORT && 'METRICS_PORT must differ from PORT.',
    isShared && platform !== 'linux' && 'REUSE_PORT needs Linux; elsewhere use different ports.',
    isShared && isEmbedded && 'REUSE_PORT needs DATABASE_URL.',
    isShared && settings.PORT === 0 && 'REUSE_PORT needs a fixed PORT, not 0.',
    isProduction &&
      settings.GOOGLE_CLIENT_ID === null &&
      settings.OIDC_PROVIDERS === null &&
      'GOOGLE_CLIENT_ID or OIDC_PROVIDERS is required in production: the local sign-in lets anyone be anyone.',
    settings.GOOGLE_CLIENT_SECRET !== null &&
      settings.GOOGLE_CLIENT_ID === null &&
      'GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID.',
    isProduction && settings.JWT_SECRET === null && 'JWT_SECRET is required in production.',
    ...INSTANCE_KEYS.map(
      (name) =>
        isProduction &&
        !isEmbedded &&
        settings[name] === null &&
        `${name} is required in production with DATABASE_URL, the same for all instances: openssl rand -base64 48 prints one.`,
    ),
    ...(['JWT_SECRET', ...INSTANCE_KEYS] as const).map(
      (name) =>
        isProduction &&
        settings[name] !== null &&
        !looksRandom(settings[name]) &&
        `${name} must be random in production: openssl rand -base64 48 prints one.`,
    ),
    settings.PUSH_KEY !== null &&
      [settings.JWT_SECRET, settings.RECEIPT_KEY].includes(settings.PUSH_KEY) &&
      'PUSH_KEY must differ from JWT_SECRET and RECEIPT_KEY.',
    settings.IDENTITY_KEY !== null &&
      [settings.JWT_SECRET, settings.RECEIPT_KEY, settings.PUSH_KEY].includes(
        settings.IDENTITY_KEY,
      ) &&
      'IDENTITY_KEY must differ from JWT_SECRET, RECEIPT_KEY and PUSH_KEY.',
    settings.RECEIPT_KEY !== null &&
      settings.RECEIPT_KEY === settings.JWT_SECRET &&
      'RECEIPT_KEY must differ from JWT_SECRET.',
    isProduction &&
      !settings.PUBLIC_URL?.startsWith('https:') &&
      'PUBLIC_URL must be an https URL in production.',
    isProduction &&
      !settings.CORS_ORIGINS.every(isSafeOrigin) &&
      'CORS_ORIGINS must be https origins in production (http on this machine only).',
    ...(['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const).map(
      (name) =>
        /[?&]sslmode=verify-ca(&|$)/.test(settings[name] ?? '') &&
        !/[?&]sslrootcert=[^&]/.test(settings[name] ?? '') &&
        `${name} with sslmode=verify-ca needs sslrootcert, the file of the authority.`,
    ),
    settings.CLIENT_ERRORS_TRACKER !== null &&
      settings.CLIENT_ERRORS === 'off' &&
      'CLIENT_ERRORS_TRACKER needs CLIENT_ERRORS=on.',
    isProduction &&
      /^(simulated|replay:.*)$/s.test(settings.PRICE_FEED) &&
      'PRICE_FEED must be real in production, neither simulated nor replay.',
  ]
  return problems.find((problem) => problem !== false) ?? null
}
