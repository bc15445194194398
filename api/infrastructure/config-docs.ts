import { Settings } from './config-schema.ts'

interface Documented {
  name: string
  default: string
  description: string
}

const documented: Documented[] = Object.entries(Settings.properties).map(([name, schema]) => ({
  name,
  default: String(schema.default ?? ''),
  description: String(schema.description),
}))

/** The text of `npm start -- --help`. */
export function configHelp(): string {
  const lines = documented.map((setting) => {
    const line = `  ${setting.name.padEnd(30)}${setting.description}`
    return setting.default === '' ? line : `${line} Default: ${setting.default}`
  })
  return [
    'Tidemark server.',
    '',
    'Usage: npm start [-- --help]',
    '       npm run admin -- grant EMAIL [LEVEL] | revoke EMAIL | list',
    '       npm run seed | npm run backup -- FILE | npm run restore -- FILE',
    '',
    'Configuration (environment):',
    ...lines,
  ].join('\n')
}

/** The text of docs/CONFIGURATION.md. */
export function configPage(): string {
  const rows = documented.map((setting) => {
    const value = setting.default === '' ? '' : `\`${setting.default}\``
    return `| \`${setting.name}\` | ${value} | ${setting.description.replaceAll('|', '\\|')} |`
  })
  return [
    '# Configuration',
    '',
    'All settings are environment variables. A value that cannot be used stops the start with one line',
    'that names it; so does a setting of an earlier version that was removed. An empty value counts as',
    'unset.',
    '',
    '<!-- Printed from api/infrastructure/config-schema.ts: bun build/write-configuration.ts -->',
    '',
    '| variable | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
    '`PRICE_FEED=replay:candles.csv` plays real hourly candles (columns',
    '`open_time_ms,open,high,low,close,volume`) as if they were now, moved by whole weeks. A database holds',
    'one kind of prices: real, replayed or simulated.',
    '',
  ].join('\n')
}
