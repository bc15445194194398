import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { cached } from './cached.ts'

/** A build that ends when the test says so. Each build sees what `state` was when it began. */
function workshop() {
  const open: { value: number; finish: () => void; fail: () => void }[] = []
  let state = 0
  const kept = cached(() => {
    const value = state
    return new Promise<number>((resolve, reject) => {
      open.push({ value, finish: () => resolve(value), fail: () => reject(new Error('broken')) })
    })
  })
  return {
    kept,
    open,
    change() {
      state += 1
      kept.markStale()
    },
    state: () => state,
  }
}

/** Lets everything that is ready happen. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('something kept', () => {
  test('is built once, however many readers wait, and then answered at once', async () => {
    const { kept, open } = workshop()
    const readers = Array.from({ length: 100 }, () => kept.get())
    await turn()
    expect(open).toHaveLength(1)
    open[0]?.finish()
    expect(new Set(await Promise.all(readers))).toEqual(new Set([0]))
    expect(kept.get()).toBe(0)
    expect(open).toHaveLength(1)
  })

  test('is built once more after changes that come together', async () => {
    const { kept, open, change } = workshop()
    const first = kept.get()
    open[0]?.finish()
    await first
    change()
    change()
    const readers = Array.from({ length: 100 }, () => kept.get())
    await turn()
    expect(open).toHaveLength(2)
    open[1]?.finish()
    expect(new Set(await Promise.all(readers))).toEqual(new Set([2]))
  })

  test('a change during a build: who asks afterwards waits for another build', async () => {
    const { kept, open, change } = workshop()
    const early = kept.get()
    change()
    const late = kept.get()
    open[0]?.finish()
    expect(await early).toBe(0)
    await turn()
    expect(open).toHaveLength(2)
    open[1]?.finish()
    expect(await late).toBe(1)
    expect(kept.get()).toBe(1)
  })

  test('a build that fails is told to who waited and is not kept', async () => {
    const { kept, open } = workshop()
    const readers = [kept.get(), kept.get()]
    await turn()
    open[0]?.fail()
    for (const reader of readers) {
      expect(await Promise.resolve(reader).catch((error: Error) => error.message)).toBe('broken')
    }
    const again = kept.get()
    open[1]?.finish()
    expect(await again).toBe(0)
  })

  test('a build that fails after a change does not fail who asked after the change', async () => {
    const { kept, open, change } = workshop()
    const early = Promise.resolve(kept.get()).catch(() => 'failed')
    change()
    const late = kept.get()
    open[0]?.fail()
    expect(await early).toBe('failed')
    await turn()
    open[1]?.finish()
    expect(await late).toBe(1)
  })

  test('a build that throws at once is an error like any other', async () => {
    let calls = 0
    const kept = cached(() => {
      calls += 1
      if (calls === 1) throw new Error('broken')
      return calls
    })
    expect(await Promise.resolve(kept.get()).catch(() => 'failed')).toBe('failed')
    expect(await kept.get()).toBe(2)
  })

  test('in any interleaving: never what was stale before the call, never two builds at once', async () => {
    const step = fc.constantFrom('get', 'get', 'change', 'finish', 'fail', 'turn')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { kept, open, change, state } = workshop()
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
            const answer = Promise.resolve(kept.get())
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
