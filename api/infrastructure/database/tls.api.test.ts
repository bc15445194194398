import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { createServer, type Server } from 'node:net'
import { runTool, toolAddress } from '#api/commands/backup/postgres-tools.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { startPostgres } from '#build/setup/postgres.mjs'
import { createPrivateAuthority, enableTls } from '#tests/support/private-authority.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { openDatabase } from './open.ts'
import { column, statement } from './sql.ts'

const ENCRYPTED = statement('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()', {
  ssl: column.boolean,
})

/** Opens the database as the server does; whether TLS is in use, or the line that the operator sees. */
async function open(url: string): Promise<string> {
  try {
    const database = await openDatabase(readConfig({ DATABASE_URL: url }), createLog('silent'))
    const [row] = await database.query(ENCRYPTED).finally(() => database.close())
    return row?.ssl ? 'encrypted' : 'plain'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

// PGlite has no connections; the stage on PostgreSQL runs this.
describe.skipIf(testServerUrl === null)('TLS to PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  let authority: ReturnType<typeof createPrivateAuthority>
  let silent: Server
  /** URLs of the server by its address, and by the name in its certificate. */
  let byAddress = ''
  let byName = ''

  beforeAll(async () => {
    authority = createPrivateAuthority()
    server = await startPostgres({ isDurable: false })
    byAddress = server.url
    byName = server.url.replace('@127.0.0.1:', '@localhost:')
  }, 180_000)
  afterAll(async () => {
    silent?.close()
    authority.remove()
    await server.stop()
  })

  describe('a server without TLS', () => {
    const at = (change: (url: URL) => void) => {
      const url = new URL(byAddress)
      change(url)
      return url.href
    }
    const address = (database = 'postgres') => `${new URL(byAddress).host}/${database}`

    test('is used in plain text unless TLS is demanded', async () => {
      expect(await open(byAddress)).toBe('plain')
      expect(await open(`${byAddress}?sslmode=require`)).toBe(
        `DATABASE_URL: ${address()} offers no TLS. Switch it on there (ssl = on), or remove sslmode from DATABASE_URL.`,
      )
    })

    test('a wrong password and a missing database are named without user and password', async () => {
      for (const password of ['hunter2', '']) {
        const line = await open(at((url) => Object.assign(url, { password })))
        expect(line).toBe(
          `DATABASE_URL: ${address()} refuses the user or password of DATABASE_URL. Correct them; percent-encode @ # / ? % in the password.`,
        )
      }
      expect(await open(at((url) => Object.assign(url, { pathname: '/nope' })))).toBe(
        `DATABASE_URL: ${address('nope')} has no such database. Create it (createdb nope), or correct the name in DATABASE_URL.`,
      )
    })

    test('a host that is unknown, refuses or is silent is named', async () => {
      const port = await freePort()
      const to = (host: string) => open(`postgresql://me:hunter2@${host}/t`)
      expect(await to('no-such.invalid')).toStartWith(
        'DATABASE_URL: no-such.invalid:5432/t has a host name that cannot be resolved.',
      )
      expect(await to(`localhost:${port}`)).toStartWith(
        `DATABASE_URL: localhost:${port}/t cannot be reached.`,
      )
      silent = createServer(() => {}).listen(port, '127.0.0.1')
      expect(await to(`127.0.0.1:${port}`)).toStartWith(
        `DATABASE_URL: 127.0.0.1:${port}/t does not answer in time.`,
      )
    }, 20_000)
  })

  describe('a server with a certificate of a private authority for its name', () => {
    beforeAll(() => enableTls(byAddress, authority), 180_000)

    const unknown = 'has a certificate of an authority that is not known here'

    test('sslmode=require and verify-full check authority and name, without a warning', async () => {
      const warning = spyOn(process, 'emitWarning')
      for (const mode of ['require', 'prefer', 'verify-full']) {
        const url = `${byName}?sslmode=${mode}`
        expect(await open(url)).toContain(unknown)
        expect(await open(`${url}&sslrootcert=${authority.certificate}`)).toBe('encrypted')
        expect(await open(`${url}&sslrootcert=${authority.otherCertificate}`)).toContain(unknown)
        const otherName = `${byAddress}?sslmode=${mode}&sslrootcert=${authority.certificate}`
        expect(await open(otherName)).toContain('has a certificate for another host name')
      }
      expect(warning).not.toHaveBeenCalled()
      warning.mockRestore()
    })

    test('verify-ca checks the authority only, no-verify nothing, disable is plain', async () => {
      const verifyCa = `${byAddress}?sslmode=verify-ca&sslrootcert=`
      expect(await open(`${verifyCa}${authority.certificate}`)).toBe('encrypted')
      expect(await open(`${verifyCa}${authority.otherCertificate}`)).toContain(unknown)
      expect(await open(`${byAddress}?sslmode=no-verify`)).toBe('encrypted')
      expect(await open(`${byAddress}?sslmode=disable`)).toBe('plain')
    })

    test("PostgreSQL's own tools connect in the same modes", async () => {
      const dump = (url: string) => {
        const { databaseUrl } = readConfig({ DATABASE_URL: url })
        const tool = toolAddress(databaseUrl ?? '')
        return runTool('pg_dump', ['--schema-only', tool.url], tool.env).then(
          () => 'dumped',
          (error: Error) => error.message,
        )
      }
      const ca = `sslrootcert=${authority.certificate}`
      expect(await dump(`${byName}?sslmode=require&${ca}`)).toBe('dumped')
      expect(await dump(`${byName}?sslmode=require`)).toContain('certificate verify failed')
      expect(await dump(`${byAddress}?sslmode=verify-ca&${ca}`)).toBe('dumped')
      expect(await dump(`${byAddress}?sslmode=verify-full&${ca}`)).toContain('does not match host')
      expect(await dump(`${byAddress}?sslmode=no-verify`)).toBe('dumped')
    })

    test('a missing file of sslrootcert is named', async () => {
      expect(await open(`${byName}?sslmode=verify-full&sslrootcert=/nope.crt`)).toBe(
        'DATABASE_URL: the file /nope.crt of sslrootcert, sslcert or sslkey cannot be read (ENOENT).',
      )
    })
  })
})
