import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

const SETTING = statement('SELECT current_setting($1) AS value', { value: column.text })
/** The server reads its files again within milliseconds. */
const ATTEMPTS_MAX = 2000

/** Files of certificates, made by OpenSSL. */
export interface PrivateAuthority {
  folder: string
  /** Certificate of the authority that signed `localhost.crt`. */
  certificate: string
  /** Certificate of an authority that signed nothing. */
  otherCertificate: string
  remove(): void
}

/** An authority of an operator's own, which has signed a certificate for the name `localhost` only. */
export function createPrivateAuthority(): PrivateAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-authority-'))
  const run = (...args: string[]) => {
    const done = Bun.spawnSync(['openssl', ...args], { cwd: folder, stderr: 'pipe' })
    if (done.exitCode !== 0) throw new Error(`openssl ${args[0]}: ${done.stderr}`)
  }
  for (const name of ['ca', 'other']) {
    const subject = ['-subj', `/CN=${name} authority`, '-days', '30']
    run('req', '-x509', ...KEY, '-keyout', `${name}.key`, '-out', `${name}.crt`, ...subject)
  }
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-days', '30']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  run(
    'req',
    '-x509',
    ...KEY,
    '-keyout',
    'localhost.key',
    '-out',
    'localhost.crt',
    ...names,
    ...signed,
  )
  return {
    folder,
    certificate: join(folder, 'ca.crt'),
    otherCertificate: join(folder, 'other.crt'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Switches TLS on at a temporary PostgreSQL server. */
export async function enableTls(url: string, { folder }: PrivateAuthority): Promise<void> {
  const server = openPostgres({ url, connections: 1, onConnectionError: () => {} })
  const show = async (name: string) => {
    const [row] = await server.query(SETTING, [name])
    return row?.value
  }
  try {
    const data = (await show('data_directory')) ?? ''
    const { uid, gid } = statSync(data)
    for (const [setting, file] of [
      ['ssl_cert_file', 'localhost.crt'],
      ['ssl_key_file', 'localhost.key'],
    ] as const) {
      copyFileSync(join(folder, file), join(data, file))
      chownSync(join(data, file), uid, gid)
      chmodSync(join(data, file), 0o600)
      await server.script(`ALTER SYSTEM SET ${setting} = '${file}'`)
    }
    await server.script('ALTER SYSTEM SET ssl = on')
    await server.script('SELECT pg_reload_conf()')
    for (let attempt = 0; (await show('ssl')) !== 'on'; attempt++) {
      if (attempt === ATTEMPTS_MAX) throw new Error('PostgreSQL did not switch TLS on')
    }
  } finally {
    await server.close()
  }
}
