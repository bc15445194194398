import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '#api/commands/command.ts'
import { addressParts, hostUrls } from '#api/infrastructure/database/address.ts'

/** Debian installs the tools of every version here. */
const DEBIAN = '/usr/lib/postgresql'

/** Query parameters of libpq; with pool settings the tools would fail. */
const LIBPQ_PARAMETERS = new Set([
  'host',
  'port',
  'user',
  'dbname',
  'options',
  'connect_timeout',
  'target_session_attrs',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslcrl',
  'channel_binding',
  'gssencmode',
])

/** Authorities of the system, which libpq does not know by itself: Debian (and the image), Red Hat, Alpine, macOS. */
export const AUTHORITIES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
] as const

export type ToolName = 'pg_dump' | 'pg_restore' | 'psql'

/** The address of a database for PostgreSQL's command-line tools. */
export interface ToolAddress {
  /** Without the password: every user of the machine can read command lines. */
  url: string
  /** Has the password: only the owner of a process can read its environment. */
  env: Record<string, string>
}

/** The driver's TLS modes in libpq's words: `no-verify`, and `verify-full` with the system's authorities. */
function translateTls(parameters: URLSearchParams): void {
  const mode = parameters.get('sslmode')
  if (mode === 'no-verify') parameters.set('sslmode', 'require')
  // With a file of an authority libpq's `require` would check it.
  if (mode === 'no-verify') parameters.delete('sslrootcert')
  if (mode !== 'verify-full' || parameters.has('sslrootcert')) return
  parameters.set('sslrootcert', AUTHORITIES.find((file) => existsSync(file)) ?? 'system')
}

/** Splits a postgresql:// address, which may have several hosts, into its public and its secret part. */
export function toolAddress(databaseUrl: string): ToolAddress {
  const { hosts } = addressParts(databaseUrl)
  const [first = databaseUrl] = hostUrls(databaseUrl)
  const { protocol, username, password: encoded, pathname, searchParams } = new URL(first)
  const password = searchParams.get('password') ?? decodeURIComponent(encoded)
  for (const name of [...searchParams.keys()]) {
    if (!LIBPQ_PARAMETERS.has(name)) searchParams.delete(name)
  }
  translateTls(searchParams)
  if (hosts.length > 1) searchParams.set('target_session_attrs', 'read-write')
  const user = username === '' ? '' : `${username}@`
  const query = searchParams.size === 0 ? '' : `?${searchParams}`
  const url = `${protocol}//${user}${hosts.join()}${pathname}${query}`
  // Without HOME: libpq finds the user's home folder itself, and a dynamic user of systemd has none.
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }
  return { url, env: password === '' ? env : { ...env, PGPASSWORD: password } }
}

/**
 * The path of a tool: the newest of Debian's, because a dump needs a tool at least as new as the
 * server, else the one on PATH.
 * @throws CommandError
 */
export function findTool(name: ToolName): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const newest = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin', name))
    .find((path) => existsSync(path))
  const found = newest ?? Bun.which(name)
  if (!found) {
    throw new CommandError(
      `${name} was not found: install PostgreSQL's client tools (Debian: postgresql-client).`,
    )
  }
  return found
}

export interface RunningTool {
  child: ChildProcess
  /** Rejects with a CommandError (the tool's first error line) when it fails. */
  done: Promise<void>
}

/** Starts a tool; standard input and output are closed unless piped. */
export function startTool(
  name: ToolName,
  args: readonly string[],
  env: Record<string, string>,
  pipes: { stdin?: 'pipe'; stdout?: 'pipe' } = {},
): RunningTool {
  const child = spawn(findTool(name), args, {
    env,
    stdio: [pipes.stdin ?? 'ignore', pipes.stdout ?? 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, 4000)
  })
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      const lines = errors.split('\n')
      const reason = lines.find((line) => /error|fatal/i.test(line)) ?? lines[0]
      reject(new CommandError(reason || `${name} ended with ${code ?? signal}.`))
    })
  })
  return { child, done }
}

/** Runs a tool and waits for its end. */
export function runTool(
  name: ToolName,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  return startTool(name, args, env).done
}
