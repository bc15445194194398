import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { AUTHORITIES } from '#api/commands/backup/postgres-tools.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { run } from './commands.ts'
import { note } from './log.ts'
import { COMMAND, ENGINE, IMAGE, runImage, SITE, TOOLS_IMAGE } from './prepare-stack.ts'
import { CLIENT_ID } from './providers.ts'

describe.skipIf(ENGINE === '')('the image of the server', () => {
  const JWT_SECRET = randomBytes(36).toString('base64')

  test(
    'refuses to start without the settings of production, one line each',
    async () => {
      const given: Record<string, string> = {}
      for (const [name, value] of [
        ['GOOGLE_CLIENT_ID', CLIENT_ID],
        ['JWT_SECRET', JWT_SECRET],
      ] as const) {
        const { code, output } = await runImage({ ...given, PUBLIC_URL: SITE })
        note(`refused: ${output}`)
        expect([code, output.split('\n').length]).toEqual([1, 1])
        expect(output).toStartWith(name)
        given[name] = value
      }
    },
    MINUTE_MS,
  )

  test(
    'runs as a user without a name, and its layers have no secret and no tools',
    async () => {
      const inspect = async (field: string) =>
        (await run([...COMMAND, 'inspect', '--format', `{{.${field}}}`, IMAGE])).output
      expect(await inspect('Config.User')).toBe('10001:10001')
      const megabytes = Number(await inspect('Size')) / 1e6
      note(`image: ${Math.round(megabytes)} MB`)
      expect(megabytes).toBeLessThan(400)
      expect(await inspect('Config.Env')).not.toMatch(/SECRET|PASSWORD|TOKEN/)
      const list = ['--rm', '--network', 'none', '--entrypoint', '/bin/ls', IMAGE]
      const { output } = await run([...COMMAND, 'run', ...list, '-A', '/app/node_modules'])
      expect(output.split('\n')).toContain('elysia')
      expect(output).not.toMatch(/^(vite|typescript|react|electron|prisma)$/m)
    },
    MINUTE_MS,
  )
})

test.skipIf(ENGINE === '')(
  'the image of the tools has authorities that every user can read',
  async () => {
    const options = '--rm --network none --user 10001:10001 --entrypoint /usr/bin/head'.split(' ')
    const head = ['run', ...options, TOOLS_IMAGE, '-n', '1', AUTHORITIES[0]]
    const { output } = await run([...COMMAND, ...head])
    expect(output).toBe('-----BEGIN CERTIFICATE-----')
  },
  MINUTE_MS,
)
