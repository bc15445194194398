import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const page = readFileSync(new URL('../../docs/OPERATIONS.md', import.meta.url), 'utf8')
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

  test('alert rules have balanced brackets and existing labels', async () => {
    const rules = [...section.matchAll(/`([^`]*[<>=]=? ?[\d(s][^`]*)`/g)].map(
      ([, rule = '']) => rule,
    )
    expect(rules.length).toBeGreaterThan(15)
    for (const rule of rules) {
      for (const [open = '', close = ''] of ['()', '[]', '{}'].map((pair) => pair.split(''))) {
        expect([rule, rule.split(open).length]).toEqual([rule, rule.split(close).length])
      }
    }
    const labels = new Set(
      [...section.matchAll(/\{([^}`]*)\}/g)].flatMap(([, inside = '']) =>
        [...inside.matchAll(/(\w+)(?:=~|!=|=)"/g)].map(([, label]) => label),
      ),
    )
    expect([...labels].sort()).toEqual(['job', 'outcome', 'reason', 'status', 'write'])
  })
})
