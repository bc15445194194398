import { expect, spyOn, test } from 'bun:test'
import { runGroups } from './lanes.mjs'
import { result } from './results.mjs'
import { run } from './runners.mjs'

/** Runs groups and returns what they print. */
async function printedBy(groups: Parameters<typeof runGroups>[0]) {
  const log = spyOn(console, 'log').mockImplementation(() => {})
  const errors = spyOn(console, 'error').mockImplementation(() => {})
  try {
    const results = await runGroups(groups)
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

test('prints the output of stages side by side as a whole, each with its result', async () => {
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { printed, results } = await printedBy([
    [[talkative('one', one, other.promise)], [talkative('other', other, one.promise)]],
  ])
  for (const title of ['one', 'other']) {
    expect(printed).toContain(
      `── ${title}\n${title} begins\n${title} ends\n── ${title}: 1 passed, 0 failed (T)`,
    )
  }
  expect(results).toHaveLength(2)
})

test('starts a stage when the one before in its lane has ended, and a group likewise', async () => {
  const order: string[] = []
  const stage = (title: string) => ({
    title,
    work: async () => {
      order.push(`${title} begins`)
      await new Promise(setImmediate)
      order.push(`${title} ends`)
      return result({ passed: 1 })
    },
  })
  await printedBy([[[stage('a'), stage('b')]], [[stage('c')]]])
  expect(order).toEqual(['a', 'b', 'c'].flatMap((title) => [`${title} begins`, `${title} ends`]))
})

test('counts a stage that throws as a failure and goes on', async () => {
  const broken = { title: 'broken', work: () => Promise.reject(new Error('no server')) }
  const fine = { title: 'fine', work: async () => result({ passed: 1 }) }
  const { results } = await printedBy([[[broken, fine], [fine]]])
  expect(results).toContainEqual(
    result({ failed: 1, notes: ['failed: broken crashed: no server'] }),
  )
  expect(results).toHaveLength(3)
})
