/** Every variable that the server reads, as `npm start -- --help` prints them. */
export const VARIABLES = {
  PORT: ['3000', 'Port of the API and the site.'],
  HOST: ['127.0.0.1', 'Address to listen on; 0.0.0.0 for every interface.'],
  PUBLIC_URL: ['http://HOST:PORT', 'Where people reach the site.'],
  NODE_ENV: ['development', 'development, test or production.'],
  DATA_DIR: ['./data', 'Folder of the embedded database and of secrets made on first start.'],
  DATABASE_URL: ['', 'postgresql://… ; unset = the embedded database in DATA_DIR.'],
  BUS_URL: ['', 'redis://… or valkey://… between processes; unset = the database does it.'],
  DATABASE_CONNECTIONS: ['', 'Pool size of this instance, 4 to 10000. Default: 20'],
  REUSE_PORT: ['0', '1 lets several instances share PORT; needs Linux and DATABASE_URL.'],
  METRICS_PORT: ['', 'Second port for /metrics, /livez and /readyz of this instance.'],
  PRICE_FEED: ['auto', 'auto, binance, okx, bybit, simulated or replay:<file.csv>.'],
  JWT_SECRET: ['', 'Signs access tokens, 32 characters or more. Required in production.'],
  GOOGLE_CLIENT_ID: ['', 'OAuth client id of the web build; unset = the local sign-in.'],
  GOOGLE_DESKTOP_CLIENT_ID: ['', 'OAuth client id of the desktop app.'],
  GOOGLE_DESKTOP_CLIENT_SECRET: [
    '',
    'Its (non-confidential) secret; only the desktop build uses it.',
  ],
  ADMIN_EMAILS: ['', 'Who becomes an admin at the first sign-in, separated by commas.'],
  CORS_ORIGINS: ['', 'Further origins that may call the API, separated by commas.'],
  TRUSTED_PROXIES: ['', 'Proxies whose X-Forwarded-For is believed: addresses or CIDR blocks.'],
  METRICS_TOKEN: ['', 'Who may read /metrics: Authorization: Bearer <it>, 32 characters or more.'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['', 'Collector that gets traces, as OTLP over HTTP; unset = none.'],
  OTEL_SERVICE_NAME: ['tidemark', 'Name of this service in the traces.'],
  DONATION_BTC: [
    '',
    'Bitcoin address of the donation page; outside production, unset = an example.',
  ],
  DONATION_ETH: [
    '',
    'Ethereum address of the donation page; outside production, unset = an example.',
  ],
  AD_TOP: ['', 'Ad slot as JSON: {"image":"https://…","href":"https://…","alt":"…"}.'],
  AD_MIDDLE: ['', 'The same for the middle slot.'],
  AD_BOTTOM: ['', 'The same for the bottom slot.'],
  LOG_LEVEL: ['info', 'trace, debug, info, warn, error or silent.'],
} as const satisfies Record<string, readonly [string, string]>

export type VariableName = keyof typeof VARIABLES

/** The text of `--help`. */
export function configHelp(): string {
  const lines = Object.entries(VARIABLES).map(([name, [fallback, text]]) => {
    const start = `  ${name.padEnd(30)}${text}`
    return fallback === '' ? start : `${start} Default: ${fallback}`
  })
  return [
    'Tidemark, the server.',
    '',
    'Usage: npm start [-- --help]',
    '       npm run admin -- grant EMAIL [LEVEL] | revoke EMAIL | list',
    '       npm run seed | npm run backup -- FILE | npm run restore -- FILE',
    '',
    'Configuration (environment):',
    ...lines,
  ].join('\n')
}
