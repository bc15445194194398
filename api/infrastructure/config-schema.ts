import { Type } from '@sinclair/typebox'
import {
  adSlot,
  bitcoinAddress,
  emails,
  ethereumAddress,
  host,
  networks,
  oneOf,
  optional,
  origins,
  priceFeed,
  secret,
  text,
  url,
  wholeNumber,
} from './config-values.ts'

/**
 * Every environment variable that the server reads. Type, default, `--help` line, error message and
 * docs/CONFIGURATION.md come from this schema.
 */
export const Settings = Type.Object({
  PORT: wholeNumber(0, 65_535, {
    default: '3000',
    description: 'Port of the API and the site; 0 takes any free port.',
  }),
  HOST: host({
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 for every interface.',
  }),
  PUBLIC_URL: optional(
    url(['http:', 'https:'], {
      description: 'URL of the site for its visitors; unset = http://HOST:PORT.',
    }),
  ),
  NODE_ENV: oneOf(['development', 'test', 'production'], {
    default: 'development',
    description:
      'development, test or production, which refuses the local sign-in, simulated prices and a missing secret.',
  }),
  DATA_DIR: text({
    default: './data',
    description: 'Folder of the embedded database and of the secret made on the first start.',
  }),
  DATABASE_URL: optional(
    url(['postgresql:', 'postgres:'], {
      description: 'postgresql://…; unset = the embedded database in DATA_DIR.',
    }),
  ),
  DATABASE_CONNECTIONS: optional(
    wholeNumber(4, 10_000, {
      description: 'Pool size of this instance, 20 when unset; needs DATABASE_URL.',
    }),
  ),
  BUS_URL: optional(
    url(['redis:', 'rediss:', 'valkey:'], {
      description:
        'redis://…, rediss://… or valkey://… between instances; unset = LISTEN/NOTIFY of the database.',
    }),
  ),
  REUSE_PORT: oneOf(['0', '1'], {
    default: '0',
    description: '1 lets several instances share PORT; needs Linux and DATABASE_URL.',
  }),
  METRICS_PORT: optional(
    wholeNumber(1, 65_535, {
      description: 'Second port for /metrics, /livez and /readyz of this instance.',
    }),
  ),
  METRICS_TOKEN: optional(
    secret({
      description:
        'Bearer token for /metrics, 32 characters or more; unset = this machine only, in production nobody.',
    }),
  ),
  PRICE_FEED: priceFeed({
    default: 'auto',
    description: 'auto, binance, okx, bybit, simulated or replay:<file.csv>.',
  }),
  JWT_SECRET: optional(
    secret({
      description: 'Signs access tokens, 32 characters or more; required in production.',
    }),
  ),
  GOOGLE_CLIENT_ID: optional(
    text({ description: 'OAuth client id of the web build; unset = the local sign-in.' }),
  ),
  GOOGLE_DESKTOP_CLIENT_ID: optional(text({ description: 'OAuth client id of the desktop app.' })),
  GOOGLE_DESKTOP_CLIENT_SECRET: optional(
    text({ secret: true, description: 'Its non-confidential secret; read by the desktop build.' }),
  ),
  ADMIN_EMAILS: emails({ description: 'Admins from their first sign-in on, comma-separated.' }),
  CORS_ORIGINS: origins({
    description: 'Further origins that may call the API, comma-separated.',
  }),
  TRUSTED_PROXIES: networks({
    description: 'Proxies whose X-Forwarded-For is trusted: addresses or CIDR blocks.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    url(['http:', 'https:'], {
      description: 'OTLP/HTTP collector for traces, such as http://127.0.0.1:4318; unset = none.',
    }),
  ),
  OTEL_SERVICE_NAME: text({
    default: 'tidemark',
    description: 'Name of this service in the traces.',
  }),
  DONATION_BTC: optional(
    bitcoinAddress({
      description: 'Bitcoin address of the donation page; unset = an example outside production.',
    }),
  ),
  DONATION_ETH: optional(
    ethereumAddress({
      description: 'Ethereum address of the donation page; unset = an example outside production.',
    }),
  ),
  AD_TOP: optional(
    adSlot({ description: 'Ad slot: {"image":"https://…","href":"https://…","alt":"…"}.' }),
  ),
  AD_MIDDLE: optional(adSlot({ description: 'The same for the middle slot.' })),
  AD_BOTTOM: optional(adSlot({ description: 'The same for the bottom slot.' })),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description: 'trace, debug, info, warn, error or silent.',
  }),
})
