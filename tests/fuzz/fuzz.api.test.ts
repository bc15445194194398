import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { openWorld, setAdmin, type World } from '#tests/access/world.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import type { Person } from '#tests/support/test-server.ts'
import { problem } from './json-schema.ts'
import { type FuzzRequest, type Operation, operationsOf, violation } from './operations.ts'
import { requests } from './requests.ts'

/** Default 2,000; FUZZ_RUNS overrides it (nightly run). FUZZ_SEED repeats a run. */
const RUNS = Number(process.env.FUZZ_RUNS || 2000)
const SEED = process.env.FUZZ_SEED
/** Time limit: a request takes a few milliseconds, beside other work many more. */
const TIME_LIMIT = 240_000 + RUNS * 10

describe('requests generated from the OpenAPI document', () => {
  let world: World
  let operations: Operation[]
  let people: Record<string, Person>
  const statuses = new Map<number, number>()

  beforeAll(async () => {
    world = await openWorld()
    const document = await fetch(`${world.server.url}/openapi/json`)
    operations = operationsOf(await document.text())
    const leaver = await world.server.person('Leaver')
    const { author, admin, notVoted } = world
    people = { author, admin, notVoted, leaver }
  })
  afterAll(() => world.server.stop())

  /** Only this user signs out; the others are needed until the end. */
  const callersOf = ({ path }: Operation) =>
    path.endsWith('/auth/logout')
      ? ['guest', 'leaver', 'forger']
      : ['guest', 'author', 'author', 'author', 'admin', 'notVoted', 'leaver', 'forger']

  const send = ({ operation, caller, inPath, query, contentType, body, headers }: FuzzRequest) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '')
    const token = caller === 'forger' ? 'a.b.c' : people[caller]?.token
    return fetch(`${world.server.url}${path}${query && `?${query}`}`, {
      method: operation.method,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(contentType !== null && { 'content-type': contentType }),
      },
      body,
    })
  }

  /** Generated requests end sessions and ban users; the next request of the caller must be accepted. */
  const signInAgain = async (caller: string) => {
    const id = people[caller]?.id
    if (id === undefined) return
    const { server } = world
    const person = await signedInAs(server, id).catch(() => newcomer(server, caller))
    if (caller === 'admin') await setAdmin(server, person, 1)
    people[caller] = person
  }

  const judge = async (request: FuzzRequest) => {
    const { operation } = request
    const response = await send(request)
    const { status } = response
    const text = await response.text()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const summary = `${operation.name} answered ${status} ${text.slice(0, 300)}`
    if (status === 401 && !operation.path.includes('/auth/')) await signInAgain(request.caller)
    // Market data and database are available, so even a 503 is an error.
    if (status >= 500) throw new Error(summary)
    const schema = operation.replies.get(status)
    if (schema === undefined) throw new Error(`${summary}: undeclared status`)
    // The export of an account is the one reply that may be CSV.
    const isCsv =
      operation.path.endsWith('/account/export') &&
      response.headers.get('content-type')?.startsWith('text/csv') === true
    const wrong = schema && !isCsv && problem(schema, JSON.parse(text), true)
    if (wrong) throw new Error(`${summary}: ${wrong}`)
    const broken = status < 400 ? violation(request) : null
    if (broken) throw new Error(`${summary}, although ${broken}`)
  }

  test(
    `${RUNS} requests: no 5xx, no undeclared reply, no invalid request accepted`,
    async () => {
      const { targetDate, voteId, othersVoteId, freesId, suggestionId, noticeId } = world
      const known = {
        targetDate: [targetDate],
        id: [voteId, othersVoteId, freesId, suggestionId, noticeId],
        refreshToken: [world.other.refreshToken],
        page: [1, 2],
      }
      const since = performance.now()
      await fc.assert(fc.asyncProperty(requests(operations, callersOf, known), judge), {
        numRuns: RUNS,
        ...(SEED && { seed: Number(SEED) }),
      })
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      const summary = [...statuses].sort(([a], [b]) => a - b).map((entry) => entry.join(' × '))
      const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      console.log(
        `fuzz: ${sent} requests to ${operations.length} operations in ${seconds} s; ${summary.join(', ')}`,
      )
      // Guests and forgers send a fifth of the requests.
      expect(statuses.get(401) ?? 0).toBeLessThan(RUNS / 4)
      // Both accepted and rejected requests must occur.
      expect(statuses.get(200) ?? 0).toBeGreaterThan(RUNS / 10)
      expect(statuses.get(422) ?? 0).toBeGreaterThan(RUNS / 20)
    },
    TIME_LIMIT,
  )
})
