import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { apiClient } from '#tests/support/api-client.ts'
import { childPids, isRunning } from '#tests/support/child-pids.ts'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { freePort } from '#tests/support/free-port.ts'
import { signIn, webClient } from '#tests/support/sign-in.ts'
import { testServerUrl } from '#tests/support/test-database.ts'

/** Real processes on a busy machine. */
const PATIENCE = 60_000

let place: ChildPlace
let port: number

beforeAll(async () => {
  place = await childPlace()
  port = await freePort()
})
afterAll(() => place.dispose())

const cluster = (environment: Record<string, string> = {}) =>
  place.start({ PORT: `${port}`, PROCESSES: '2', ...environment })

/** Its one line, and the exit code of a failure. */
async function complaintOf(child: ChildServer): Promise<string> {
  expect(await child.exited).toBe(1)
  const { complaints } = child.output()
  expect(complaints.trimEnd().split('\n')).toHaveLength(1)
  return complaints.trimEnd()
}

/** Asks once, on a connection of its own. */
const ask = async (url: string) => {
  const reply = await fetch(`${url}/livez`, { headers: { connection: 'close' } })
  await reply.arrayBuffer()
  return reply.status
}

/** How many requests each process has answered, by its number. */
async function answered(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = new Map<string, number>()
  for (const [, labels = '', value] of text.matchAll(
    /^tidemark_http_requests_total\{(.*)\} (\d+)$/gm,
  )) {
    const number = /process="(\d+)"/.exec(labels)?.[1] ?? 'unmarked'
    counts.set(number, (counts.get(number) ?? 0) + Number(value))
  }
  return counts
}

/** Asks until both processes of `url` have answered. */
async function bothAnswer(url: string): Promise<void> {
  const until = performance.now() + PATIENCE
  for (;;) {
    expect(await ask(url)).toBe(200)
    const counts = await answered(url)
    if ([...counts.keys()].sort().join() === '1,2') return
    if (performance.now() > until) throw new Error(`only ${[...counts.keys()]} answered`)
  }
}

test('nobody but the supervisor makes a process one of several', async () => {
  expect(await complaintOf(place.start({ TIDEMARK_CHILD: '1' }))).toBe(
    'TIDEMARK_CHILD is set by the server itself.',
  )
})

if (testServerUrl === null) {
  test('several processes on the embedded database are refused in one line', async () => {
    expect(await complaintOf(cluster())).toStartWith('PROCESSES above 1 needs DATABASE_URL')
  })
} else {
  describe('two processes on one port', () => {
    let parent: ChildServer
    let url: string
    const pids = () => childPids(parent.pid)

    test('are told of in one line, and both answer', async () => {
      parent = cluster()
      url = await parent.url
      expect(url).toBe(`http://127.0.0.1:${port}`)
      await bothAnswer(url)
      expect(parent.output().out.match(/Tidemark is at/g)).toHaveLength(1)
      expect(parent.output().out.match(/Prices are simulated/g)).toHaveLength(1)
      expect(parent.output().complaints).toBe('')
      expect(pids()).toHaveLength(2)
    })

    test('know the sign-ins and sessions of each other', async () => {
      const { issuer } = await apiClient(url).authConfig()
      for (const name of ['Mina', 'Jun', 'Ada', 'Bo']) {
        const { idToken } = await signIn(issuer, webClient(url), name)
        const { token } = await apiClient(url).signIn(idToken)
        const headers = { authorization: `Bearer ${token}`, connection: 'close' }
        for (let time = 0; time < 4; time++) {
          expect((await fetch(`${url}/api/v1/profile`, { headers })).status).toBe(200)
        }
      }
    })

    test('keep their port to themselves', async () => {
      expect(await complaintOf(cluster())).toBe(
        `Port ${port} of 127.0.0.1 is in use. Stop what uses it, or set PORT to another.`,
      )
      await bothAnswer(url)
    })

    test('outlive each other: one is killed, the other answers on, and it is replaced', async () => {
      const [victim = 0, other = 0] = pids()
      process.kill(victim, 'SIGKILL')
      // Gone, not only ended: its last thread may hold the port a moment longer than the first.
      await eventually(() => !existsSync(`/proc/${victim}`), { patience: PATIENCE })
      for (let time = 0; time < 50; time++) expect(await ask(url)).toBe(200)
      await eventually(() => pids().length === 2, { patience: PATIENCE })
      expect(pids()).toContain(other)
      await bothAnswer(url)
    })

    test('are renewed by SIGHUP, one after another, while somebody is always there', async () => {
      const before = pids()
      let isOver = false
      const said = new Map<string, number>()
      const client = async () => {
        while (!isOver) {
          const status = await ask(url).then(String, (error: Error) => error.message)
          said.set(status, (said.get(status) ?? 0) + 1)
        }
      }
      const clients = Array.from({ length: 4 }, client)
      process.kill(parent.pid, 'SIGHUP')
      const isRenewed = () => pids().length === 2 && !pids().some((pid) => before.includes(pid))
      await eventually(isRenewed, { patience: PATIENCE })
      isOver = true
      await Promise.all(clients)
      await bothAnswer(url)
      // Whoever waits in the queue of a process that closes its port is refused by the system: of
      // four clients at most all, twice.
      const lost = [...said].filter(([status]) => status !== '200')
      expect(lost.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(8)
      expect(said.get('200')).toBeGreaterThan(50)
    })

    test('all end with 0 on SIGTERM', async () => {
      const before = pids()
      const begin = performance.now()
      parent.signal('SIGTERM')
      expect(await parent.exited).toBe(0)
      expect(performance.now() - begin).toBeLessThan(10_000)
      expect(before.filter(isRunning)).toEqual([])
    })

    test('end by themselves when their parent is killed', async () => {
      parent = cluster()
      await parent.url
      const before = pids()
      expect(before).toHaveLength(2)
      parent.signal('SIGKILL')
      await eventually(() => !before.some(isRunning), { patience: PATIENCE })
    })
  })

  test('a child that cannot start ends the whole with its one line', async () => {
    // The prices of another market are found out by the children, not by their supervisor.
    const complaint = await complaintOf(cluster({ PRICE_FEED: 'replay:no-such-file.csv' }))
    expect(complaint).toContain('this database holds a market of simulated prices')
  })
}
