import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { dashboardExpressions } from './dashboard.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const rules = read('deploy/prometheus/rules.yml')
const page = read('docs/OPERATIONS.md')
const section = page.slice(page.indexOf('## What to watch'))
/** A histogram is documented once for its three series. */
const family = (name: string) => name.replace(/_(bucket|sum|count)$/, '')

/** Name and help text of each exposed metric. */
async function exposed(): Promise<Map<string, string>> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const found = [...text.matchAll(/^# HELP (\S+) (.*)$/gm)]
  return new Map(found.map(([, name = '', help = '']) => [name, help]))
}

describe('the metrics documentation', () => {
  test('lists exactly the exposed metrics', async () => {
    const own = [...(await exposed()).keys()].filter((name) => name.startsWith('tidemark_'))
    const named = section.match(/\b(tidemark|nodejs|process)_[a-z0-9_]+/g) ?? []
    const documented = new Set(named.map(family))
    expect(own.filter((name) => !documented.has(name))).toEqual([])
    const known = new Set((await exposed()).keys())
    expect([...documented].filter((name) => !known.has(name))).toEqual([])
    expect(own.length).toBeGreaterThan(25)
  })

  test('every metric has a help text', async () => {
    for (const [name, help] of await exposed())
      expect([name, help.length > 8]).toEqual([name, true])
  })

  test('names exactly the alerts of the rules', () => {
    const named: string[] = section.match(/\bTidemark[A-Z]\w+/g) ?? []
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    expect(named.sort()).toEqual(alerts.sort())
  })

  test('alerts and the dashboard read exposed metrics', async () => {
    const known = new Set((await exposed()).keys())
    const used = [rules, ...dashboardExpressions()].flatMap(
      (text) => text.match(/\b(tidemark|nodejs|process)_[a-z0-9_]+/g) ?? [],
    )
    expect(used.length).toBeGreaterThan(60)
    expect(used.map(family).filter((name) => !known.has(name))).toEqual([])
  })
})
