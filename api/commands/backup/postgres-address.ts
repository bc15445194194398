import { homedir } from 'node:os'

/** How PostgreSQL's own tools are told where a database is. */
export interface ToolAddress {
  /** The address without its password, for the command line, which everybody on the machine sees. */
  url: string
  /** The password and what else the tools read, for the environment, which only the owner sees. */
  env: Record<string, string>
}

/** What the tools understand of the part behind `?`; a pool's own settings would make them stop. */
const UNDERSTOOD = new Set([
  ...['host', 'port', 'user', 'dbname', 'options', 'connect_timeout', 'target_session_attrs'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslcrl', 'channel_binding', 'gssencmode'],
])

/** Splits a postgresql:// URL into what may be seen and what may not. */
export function toolAddress(databaseUrl: string): ToolAddress {
  const url = new URL(databaseUrl)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  for (const name of [...url.searchParams.keys()]) {
    if (!UNDERSTOOD.has(name)) url.searchParams.delete(name)
  }
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: homedir(), LC_ALL: 'C' }
  return { url: url.href, env: password === '' ? env : { ...env, PGPASSWORD: password } }
}
