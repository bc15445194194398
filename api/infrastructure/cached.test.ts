import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { cached } from './cached.ts'

/** A cached value whose builds the test finishes; each build returns the `state` at its start. */
function manualBuilds() {
  const open: { value: number; finish: () => void; fail: () => void }[] = []
  let state = 0
  const source = cached(() => {
    const value = state
    return new Promise<number>((resolve, reject) => {
      open.push({ value, finish: () => resolve(value), fail: () => reject(new Error('broken')) })
    })
  })
  return {
    source,
    open,
    change() {
      state += 1
      source.markStale()
    },
    state: () => state,
  }
}

/** Lets everything that is ready happen. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('cached value', () => {
  test('is built once for all waiting readers and then returned synchronously', async () => {
    const { source, open } = manualBuilds()
    const readers = Array.from({ length: 100 }, () => source.get())
    await turn()
    expect(open).toHaveLength(1)
    open[0]?.finish()
    expect(new Set(await Promise.all(readers))).toEqual(new Set([0]))
    expect(source.get()).toBe(0)
    expect(open).toHaveLength(1)
  })

  test('is rebuilt once after several changes', async () => {
    const { source, open, change } = manualBuilds()
    const first = source.get()
    open[0]?.finish()
    await first
    change()
    change()
    const readers = Array.from({ length: 100 }, () => source.get())
    await turn()
    expect(open).toHaveLength(2)
    open[1]?.finish()
    expect(new Set(await Promise.all(readers))).toEqual(new Set([2]))
  })

  test('a read after a change during a build waits for another build', async () => {
    const { source, open, change } = manualBuilds()
    const early = source.get()
    change()
    const late = source.get()
    open[0]?.finish()
    expect(await early).toBe(0)
    await turn()
    expect(open).toHaveLength(2)
    open[1]?.finish()
    expect(await late).toBe(1)
    expect(source.get()).toBe(1)
  })

  test('a failed build rejects the waiting readers and is not cached', async () => {
    const { source, open } = manualBuilds()
    const readers = [source.get(), source.get()]
    await turn()
    open[0]?.fail()
    for (const reader of readers) {
      expect(await Promise.resolve(reader).catch((error: Error) => error.message)).toBe('broken')
    }
    const again = source.get()
    open[1]?.finish()
    expect(await again).toBe(0)
  })

  test('a failed build does not reject readers that came after a change', async () => {
    const { source, open, change } = manualBuilds()
    const early = Promise.resolve(source.get()).catch(() => 'failed')
    change()
    const late = source.get()
    open[0]?.fail()
    expect(await early).toBe('failed')
    await turn()
    open[1]?.finish()
    expect(await late).toBe(1)
  })

  test('a build that throws synchronously rejects', async () => {
    let calls = 0
    const source = cached(() => {
      calls += 1
      if (calls === 1) throw new Error('broken')
      return calls
    })
    expect(await Promise.resolve(source.get()).catch(() => 'failed')).toBe('failed')
    expect(await source.get()).toBe(2)
  })

  test('never returns a value marked stale before the call, in any interleaving', async () => {
    const step = fc.constantFrom('get', 'get', 'change', 'finish', 'fail', 'turn')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { source, open, change, state } = manualBuilds()
        const answers: Promise<void>[] = []
        let ended = 0
        const end = (how: 'finish' | 'fail') => {
          const build = open[ended]
          if (!build) return
          ended += 1
          build[how]()
        }
        for (const act of steps) {
          if (act === 'get') {
            const asked = state()
            const answer = Promise.resolve(source.get())
            answers.push(
              answer.then(
                (value) => expect(value).toBeGreaterThanOrEqual(asked),
                (error: Error) => expect(error.message).toBe('broken'),
              ),
            )
          } else if (act === 'change') change()
          else if (act === 'turn') await turn()
          else end(act)
          expect(open.length - ended).toBeLessThanOrEqual(2)
        }
        let done = false
        const all = Promise.all(answers).finally(() => {
          done = true
        })
        while (!done) {
          end('finish')
          await turn()
        }
        await all
      }),
    )
  })
})
