import { expect, spyOn, test } from 'bun:test'
import { runStages, type Stage } from './lanes.mjs'
import { result } from './results.mjs'
import { run } from './runners.mjs'

/** Runs stages in `lanes` and returns their results and everything that they print. */
async function printedBy(stages: Stage[], lanes: number) {
  const log = spyOn(console, 'log').mockImplementation(() => {})
  const errors = spyOn(console, 'error').mockImplementation(() => {})
  try {
    const results = await runStages(stages, lanes)
    const printed = log.mock.calls.flat().join('\n')
    return { results, printed: printed.replaceAll(/\d+\.\d s/g, 'T') }
  } finally {
    log.mockRestore()
    errors.mockRestore()
  }
}

/** A stage that prints its title twice while another runs, `title` after `other` has begun. */
function talkative(title: string, begun: PromiseWithResolvers<void>, other: Promise<void>) {
  const print = (word: string) =>
    run(process.execPath, ['-e', `console.log('${title} ${word}')`], process.env)
  const work = async () => {
    await print('begins')
    begun.resolve()
    await other
    await print('ends')
    return result({ passed: 1 })
  }
  return { title, work }
}

/** Stages whose beginnings and ends are recorded; a stage takes as many turns as its number says. */
function recorded(turns: Record<string, number>, after: Record<string, string[]> = {}) {
  const order: string[] = []
  const stages = Object.entries(turns).map(([title, count]) => ({
    title,
    after: after[title] ?? [],
    work: async () => {
      order.push(`${title} begins`)
      for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
      order.push(`${title} ends`)
      return result({ passed: 1 })
    },
  }))
  return { order, stages }
}

test('prints the output of stages side by side as a whole, each with its result', async () => {
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stages = [talkative('one', one, other.promise), talkative('other', other, one.promise)]
  const { printed, results } = await printedBy(stages, 2)
  for (const title of ['one', 'other']) {
    expect(printed).toContain(
      `── ${title}\n${title} begins\n${title} ends\n── ${title}: 1 passed, 0 failed (T)`,
    )
  }
  expect(results).toHaveLength(2)
})

test('runs stages one after another in one lane', async () => {
  const { order, stages } = recorded({ a: 2, b: 1, c: 1 })
  await printedBy(stages, 1)
  expect(order).toEqual(['a', 'b', 'c'].flatMap((title) => [`${title} begins`, `${title} ends`]))
})

test('gives a free lane the next stage, while a long one keeps the other', async () => {
  const { order, stages } = recorded({ long: 20, a: 2, b: 2, c: 2 })
  const { results } = await printedBy(stages, 2)
  const beside = ['a', 'b', 'c'].flatMap((title) => [`${title} begins`, `${title} ends`])
  expect(order).toEqual(['long begins', ...beside, 'long ends'])
  expect(results).toHaveLength(4)
})

test('starts a stage after those it waits for, and a later one before it', async () => {
  const { order, stages } = recorded(
    { build: 6, pages: 1, checks: 2 },
    { pages: ['build', 'a stage that does not run'] },
  )
  await printedBy(stages, 2)
  expect(order).toEqual([
    ...['build begins', 'checks begins', 'checks ends', 'build ends'],
    ...['pages begins', 'pages ends'],
  ])
})

test('names stages that wait for each other', async () => {
  const { stages } = recorded({ a: 1, b: 1 }, { a: ['b'], b: ['a'] })
  await expect(printedBy(stages, 2)).rejects.toThrow('stages wait for each other: a,b')
})

test('counts a stage that throws as a failure and goes on', async () => {
  const broken = { title: 'broken', work: () => Promise.reject(new Error('no server')) }
  const fine = { title: 'fine', work: async () => result({ passed: 1 }) }
  const waits = { title: 'waits', after: ['broken'], work: fine.work }
  const { results } = await printedBy([broken, fine, waits], 2)
  expect(results).toContainEqual(
    result({ failed: 1, notes: ['failed: broken crashed: no server'] }),
  )
  expect(results).toHaveLength(3)
})
