import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { fromRoot } from '#build/setup/project.mjs'
import { TokenPair } from '#shared/contract/auth.ts'
import { OwnVotes } from '#shared/contract/profile.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { conform } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { run } from './commands.ts'
import { canBoot, type DebianMachine, startDebianMachine } from './debian-machine.ts'
import { fillExample, productionSecrets } from './env-file.ts'
import { readGuide } from './guide.ts'
import { note, secondsSince } from './log.ts'
import { PROVIDER_HOSTS } from './provider-names.ts'
import { CLIENT_ID, prepareProviders } from './providers.ts'

// The steps of docs/DEPLOY.md, "With systemd", as they stand there, on a Debian with nothing but PostgreSQL.

const LIMIT_MS = 600_000
const INSTANCES = [9101, 9102]
const PROVIDERS_UNIT = `[Service]
ExecStart=/usr/local/bin/bun --no-env-file /repository/tests/deploy/providers-process.ts /opt/providers
[Install]
WantedBy=multi-user.target
`

describe.skipIf(!canBoot)('Debian with systemd', () => {
  let machine: DebianMachine
  let block: Awaited<ReturnType<typeof readGuide>>['block']
  const secretOfDatabase = randomBytes(16).toString('hex')
  let idToken = ''
  let token = ''

  /** Does the steps of the guide: builds on this machine, everything else on the other. */
  const follow = async (steps: string) => {
    for (const line of steps.split('\n')) {
      const start = performance.now()
      const [step = ''] = line.replaceAll('sudo ', '').split(/ +# /)
      if (step.startsWith('npm')) {
        await run(['sh', '-ec', step.replace('/opt/', `${machine.root}/opt/`)], { cwd: fromRoot() })
      } else if (step.includes('$EDITOR')) {
        await writeSettings()
      } else {
        await machine.run(`cd /repository; ${step}`)
      }
      note(`${step}: ${secondsSince(start)}`)
    }
  }

  const writeSettings = async () => {
    const path = join(machine.root, 'etc/tidemark.env')
    const filled = fillExample(await Bun.file(path).text(), {
      ...productionSecrets(),
      PUBLIC_URL: 'https://tidemark.example',
      GOOGLE_CLIENT_ID: CLIENT_ID,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const added = [
      `DATABASE_URL=postgresql://tidemark:${secretOfDatabase}@127.0.0.1/tidemark`,
      'NODE_EXTRA_CA_CERTS=/opt/providers/certificate.pem',
    ]
    await Bun.write(path, `${filled}\n${added.join('\n')}\n`)
  }

  /** Google and Binance under their own names, on the machine itself. */
  const startProviders = async () => {
    const folder = join(machine.root, 'opt/providers')
    mkdirSync(folder)
    idToken = await (await prepareProviders(folder)).idToken('Mina')
    chmodSync(join(folder, 'certificate.pem'), 0o644)
    copyFileSync(process.execPath, join(machine.root, 'usr/local/bin/bun'))
    const names = ['localhost', 'tidemark', ...PROVIDER_HOSTS].join(' ')
    await Bun.write(join(machine.root, 'etc/hosts'), `127.0.0.1 ${names}\n`)
    await Bun.write(join(machine.root, 'etc/systemd/system/providers.service'), PROVIDERS_UNIT)
    await machine.run('systemctl daemon-reload; systemctl enable --now providers')
  }

  beforeAll(async () => {
    block = (await readGuide('## With systemd', 'DEPLOY.md')).block
    const start = performance.now()
    machine = await startDebianMachine(['postgresql'])
    note(`Debian with PostgreSQL: ${secondsSince(start)}`)
    await startProviders()
    const role = `CREATE ROLE tidemark LOGIN PASSWORD '${secretOfDatabase}'`
    await machine.run(
      `cd /; sudo -u postgres psql -c "${role}" -c 'CREATE DATABASE tidemark OWNER tidemark'`,
    )
  }, LIMIT_MS)
  afterAll(() => machine?.stop(), LIMIT_MS)

  async function call<Schema extends TSchema>(schema: Schema, path: string, body?: object) {
    const sent = body === undefined ? '' : `--data '${JSON.stringify(body)}'`
    const headers = [
      "--header 'content-type: application/json'",
      token && `--header 'authorization: Bearer ${token}'`,
    ].join(' ')
    const url = `http://127.0.0.1:3000/api/v1${path}`
    return conform(schema, JSON.parse(await machine.run(`curl -fsS ${headers} ${sent} ${url}`)))
  }
  /** Resolves with the seconds until both instances are ready. */
  const ready = async () => {
    const start = performance.now()
    const ask = INSTANCES.map((port) => `curl -fsS http://127.0.0.1:${port}/readyz`).join(' && ')
    await eventually(async () => (await machine.run(ask, { allowFailure: true })).includes('ok'), {
      patience: 120_000,
      what: 'both instances are ready',
    })
    return secondsSince(start)
  }
  const ownVotes = async () => (await call(OwnVotes, '/profile/votes')).map(({ id }) => id)
  const show = (unit: string, property: string) =>
    machine.run(`systemctl show --property=${property} --value ${unit}`)

  test(
    'is installed as the guide says, and takes a vote',
    async () => {
      await follow(block('sh'))
      await ready()
      const log = await machine.run("journalctl --no-pager --unit='tidemark@*'")
      expect(log.match(/"msg":"database migrated"/g)).toHaveLength(1)
      token = (await call(TokenPair, '/auth/google', { tokenId: idToken })).token
      let summary = await call(VoteSummary, '/vote/summary')
      await eventually(async () => {
        summary = await call(VoteSummary, '/vote/summary')
        return summary.price?.freshness === 'live'
      })
      const { targetDate } = summary.target2
      const body = { targetDate, vote: 'up', content: '<p>Up.</p>' }
      const { id } = await call(CreateVoteReply, '/votes', body)
      expect(await ownVotes()).toEqual([id])
    },
    LIMIT_MS,
  )

  test(
    'is upgraded without the loss of a session or vote',
    async () => {
      const votes = await ownVotes()
      await follow(block('sh', 1))
      await ready()
      expect(await ownVotes()).toEqual(votes)
    },
    LIMIT_MS,
  )

  test(
    'is backed up by the timer’s service',
    async () => {
      await follow(block('sh', 2))
      await machine.run('systemctl start tidemark-backup.service')
      expect(await machine.run('ls /var/lib/tidemark-backups/')).toMatch(/^tidemark-\w+\.backup$/)
      expect(await machine.run('systemctl list-timers tidemark-backup.timer')).toContain('03:3')
    },
    LIMIT_MS,
  )

  test(
    'takes commands, and is restored from a backup',
    async () => {
      const votes = await ownVotes()
      const guide = (text: string) => text.replaceAll('sudo ', '')
      const commands = guide(block('sh', 3))
      const run = async (script: string) => {
        const start = performance.now()
        const output = await machine.run(script)
        note(`${script}: ${output} (${secondsSince(start)})`)
        return output
      }
      expect(await run(commands)).toContain('DATABASE_URL')
      const [name = ''] = (await machine.run('ls /var/lib/tidemark-backups/')).split('\n')
      const restore = guide(block('sh', 4)).replace(/tidemark-\w+\.backup/, name)
      expect(await run(`${commands}\n${restore}`)).toContain('Every counter equals its rows.')
      await ready()
      expect(await ownVotes()).toEqual(votes)
    },
    LIMIT_MS,
  )

  test(
    'gives the second instance a port of its own',
    async () => {
      await follow(block('sh', 5))
      await ready()
      const ask = (port: number) => machine.run(`curl -fsS http://127.0.0.1:${port}/api/v1/site`)
      expect(await ask(3001)).toBe(await ask(3000))
    },
    LIMIT_MS,
  )

  test(
    'starts again by itself when the database comes back',
    async () => {
      await machine.run('systemctl stop postgresql; systemctl restart --no-block tidemark@9101')
      await eventually(async () => Number(await show('tidemark@9101', 'NRestarts')) > 1)
      await machine.run('systemctl start postgresql')
      note(`after the database was away: ${await ready()}`)
    },
    LIMIT_MS,
  )

  test(
    'restarts a server that hangs, and the other one goes on',
    async () => {
      const pid = await show('tidemark@9101', 'MainPID')
      const start = performance.now()
      await machine.run(`kill -STOP ${pid}`)
      await eventually(async () => ![pid, '0'].includes(await show('tidemark@9101', 'MainPID')), {
        patience: 150_000,
      })
      expect(await show('tidemark@9102', 'NRestarts')).toBe('0')
      await ready()
      note(`a hanging server was replaced: ${secondsSince(start)}`)
    },
    LIMIT_MS,
  )

  test(
    'comes back after a reboot, with its votes',
    async () => {
      const votes = await ownVotes()
      const start = performance.now()
      await machine.reboot()
      await ready()
      note(`reboot: ${secondsSince(start)}`)
      expect(await ownVotes()).toEqual(votes)
    },
    LIMIT_MS,
  )
})
