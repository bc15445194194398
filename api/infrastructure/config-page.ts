import { SECRET_SETTINGS, Settings } from './config-schema.ts'
import { productVersion } from './product-version.ts'

const documented = Object.entries(Settings.properties).map(
  ([name, { description, ...schema }]) => ({
    name,
    description: String(description),
    fallback: String(schema.default),
  }),
)

const toHelpLine = ({ name, description, fallback }: (typeof documented)[number]) =>
  `  ${name.padEnd(30)}${description}${fallback && ` Default: ${fallback}`}`

const toTableRow = ({ name, description, fallback }: (typeof documented)[number]) =>
  `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${description.replaceAll('|', '\\|')} |`

/** The text of `npm start -- --help`. */
export const configHelp =
  () => `Tidemark server ${productVersion().version} (${productVersion().commit}).

Usage: npm start [-- --help]
       npm run admin -- grant USER [LEVEL] | revoke USER | list | end-sessions USER|--all | rotate-receipt-key
       npm run admin    lists every act of moderation, export and erase
       npm run seed | npm run migrate [-- --dry-run]
       npm run backup -- FILE [--force] | FOLDER --keep NUMBER [--daily HH:MM]
       npm run restore -- FILE [--force]

Configuration (environment):
${documented.map(toHelpLine).join('\n')}`

/** The text of docs/CONFIGURATION.md. */
export const configPage = () => `# Configuration

All settings are environment variables. A value that cannot be used stops the start with one line
that names it; so does a setting of an earlier version that was removed. An empty value counts as
unset. A variable within a typing error of an unset setting (\`DATABSE_URL\`) stops production and is
named elsewhere; so is one in \`.env\` that no setting has.

A secret may stand in a file: \`JWT_SECRET_FILE=/run/secrets/jwt\` instead of \`JWT_SECRET\`. So may
${SECRET_SETTINGS.filter((name) => name !== 'JWT_SECRET')
  .map((name) => `\`${name}\``)
  .join(', ')}.

<!-- Printed from api/infrastructure/config-schema.ts: bun build/write-configuration.ts -->

| variable | default | meaning |
|---|---|---|
${documented.map(toTableRow).join('\n')}

\`PRICE_FEED=replay:candles.csv\` plays real hourly candles (columns
\`open_time_ms,open,high,low,close,volume\`) as if they were now, moved by whole weeks. A database holds
one kind of prices: real, replayed or simulated.
`
