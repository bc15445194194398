import { beforeEach, describe, expect, test } from 'bun:test'
import { createLog } from '#api/infrastructure/log.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import type { FromChild, ToChild } from './messages.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'

/** A child that does what a test says. */
interface Puppet {
  number: number
  say(message: FromChild): void
  up(): void
  exit(code: number): void
  heard: ToChild[]
  signals: string[]
}

let clock: TestClock
let children: Puppet[]
/** What a child does when it is told to end. */
let onSignal: (child: Puppet, signal: string) => void
let supervisor: Supervisor

beforeEach(() => {
  clock = testClock('2026-11-21T00:00:00.000Z')
  children = []
  onSignal = (child, signal) => child.exit(signal === 'SIGTERM' ? 0 : 1)
  supervisor = createSupervisor({
    processes: 3,
    clock,
    random: () => 0,
    log: createLog('silent'),
    spawn(number, hear) {
      const { promise: exited, resolve: exit } = Promise.withResolvers<number>()
      const puppet: Puppet = {
        number,
        say: hear,
        up: () => hear({ type: 'up', url: 'http://127.0.0.1:3000', prices: 'real' }),
        exit,
        heard: [],
        signals: [],
      }
      children.push(puppet)
      return {
        pid: children.length,
        send: (message) => puppet.heard.push(message),
        kill: (signal) => {
          puppet.signals.push(signal)
          onSignal(puppet, signal)
        },
        exited,
      }
    },
  })
})

const numbers = () => children.map(({ number }) => number)

/** The child that was started as the `index`th, from 0. */
function child(index: number): Puppet {
  const found = children[index]
  if (!found) throw new Error(`only ${children.length} children were started`)
  return found
}

/** Lets everything that is settled have its consequences. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

async function startAll() {
  const up = supervisor.start()
  for (const puppet of children) puppet.up()
  await up
}

describe('the start', () => {
  test('is done when all are up', async () => {
    let isDone = false
    const up = supervisor.start().then((said) => {
      isDone = true
      return said
    })
    expect(numbers()).toEqual([1, 2, 3])
    child(0).up()
    child(2).up()
    await settle()
    expect(isDone).toBe(false)
    child(1).up()
    expect(await up).toMatchObject({ url: 'http://127.0.0.1:3000', prices: 'real' })
  })

  test('gets over a child that dies, twice', async () => {
    const up = supervisor.start()
    child(0).up()
    child(1).up()
    child(2).exit(1)
    await eventually(() => children.length === 4, { step: () => clock.advance(50) })
    child(3).exit(1)
    await eventually(() => children.length === 5, { step: () => clock.advance(50) })
    child(4).up()
    await up
    expect(numbers()).toEqual([1, 2, 3, 3, 3])
  })

  test('is given up with the line of a child that died three times, and all others end', async () => {
    const refused = supervisor.start().catch((error: Error) => error.message)
    child(0).up()
    for (let last = 2; last <= 4; last++) {
      await eventually(() => children.length > last, { step: () => clock.advance(50) })
      // However long each took over it: that was no service.
      clock.advance(20_000)
      child(last).say({ type: 'failed', message: `The shop is closed (${last}).` })
      child(last).exit(1)
    }
    expect(await refused).toBe('The shop is closed (4).')
    expect(child(0).signals).toEqual(['SIGTERM'])
    expect(child(1).signals).toEqual(['SIGTERM'])
    clock.advance(600_000)
    await settle()
    expect(children).toHaveLength(5)
  })

  test('of a child that hangs is ended by force and tried again', async () => {
    void supervisor.start().catch(() => {})
    clock.advance(119_999)
    expect(child(1).signals).toEqual([])
    clock.advance(1)
    expect(child(1).signals).toEqual(['SIGKILL'])
    await eventually(() => children.length === 6, { step: () => clock.advance(50) })
  })
})

describe('a child that dies', () => {
  test('is replaced after pauses that grow to half a minute, however often', async () => {
    await startAll()
    const pauses: number[] = []
    for (let death = 0; death < 10; death++) {
      const before = children.length
      child(before - 1).exit(1)
      await settle()
      const since = clock.now()
      while (children.length === before) {
        clock.advance(1)
        await settle()
      }
      pauses.push(clock.now() - since)
    }
    expect(pauses).toEqual([125, 250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
    expect(numbers()).toEqual([1, 2, ...Array.from({ length: 11 }, () => 3)])
  }, 60_000)

  test('after ten seconds of service is replaced as if it were the first time', async () => {
    await startAll()
    child(0).exit(1)
    await eventually(() => children.length === 4, { step: () => clock.advance(125) })
    child(3).up()
    await settle()
    clock.advance(10_000)
    child(3).exit(0)
    await settle()
    clock.advance(125)
    await eventually(() => children.length === 5)
  })
})

describe('a rolling restart', () => {
  test('starts each anew before the old one ends, one after another', async () => {
    await startAll()
    const done = supervisor.renew()
    for (let index = 0; index < 3; index++) {
      await eventually(() => children.length === 4 + index)
      expect(child(index).signals).toEqual([])
      child(3 + index).up()
      await eventually(() => child(index).signals.length === 1)
    }
    await done
    expect(numbers()).toEqual([1, 2, 3, 1, 2, 3])
    expect(children.slice(3).flatMap(({ signals }) => signals)).toEqual([])
    clock.advance(600_000)
    await settle()
    expect(children).toHaveLength(6)
  })

  test('ends at a child that cannot start: the old ones go on', async () => {
    await startAll()
    const done = supervisor.renew()
    await eventually(() => children.length === 4)
    child(3).exit(1)
    await done
    expect(children.flatMap(({ signals }) => signals)).toEqual([])
    expect(children).toHaveLength(4)
  })

  test('that is asked for again meanwhile is made once more', async () => {
    await startAll()
    const done = supervisor.renew()
    supervisor.renew()
    supervisor.renew()
    for (let index = 3; index < 9; index++) {
      await eventually(() => children.length === index + 1)
      child(index).up()
    }
    await done
    expect(numbers()).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3])
  })

  test('takes the new child when the old one dies meanwhile', async () => {
    await startAll()
    const done = supervisor.renew()
    await eventually(() => children.length === 4)
    child(0).exit(1)
    await settle()
    clock.advance(600)
    await settle()
    expect(children).toHaveLength(4)
    child(3).up()
    for (let index = 4; index < 6; index++) {
      await eventually(() => children.length === index + 1)
      child(index).up()
    }
    await done
    expect(numbers()).toEqual([1, 2, 3, 1, 2, 3])
  })
})

describe('the end', () => {
  test('tells all, waits for all and is well', async () => {
    await startAll()
    onSignal = () => {}
    let code: number | null = null
    supervisor.stop().then((value) => {
      code = value
    })
    await settle()
    expect(children.map(({ signals }) => signals)).toEqual([['SIGTERM'], ['SIGTERM'], ['SIGTERM']])
    child(0).exit(0)
    child(1).exit(0)
    await settle()
    expect(code).toBeNull()
    child(2).exit(0)
    await eventually(() => code === 0)
    clock.advance(600_000)
    await settle()
    expect(children).toHaveLength(3)
  })

  test('is by force for one that does not end within ten seconds, and then it is not well', async () => {
    await startAll()
    onSignal = (puppet, signal) => {
      if (signal === 'SIGKILL') puppet.exit(1)
      else if (puppet.number !== 2) puppet.exit(0)
    }
    const code = supervisor.stop()
    await settle()
    clock.advance(9_999)
    expect(child(1).signals).toEqual(['SIGTERM'])
    clock.advance(1)
    expect(child(1).signals).toEqual(['SIGTERM', 'SIGKILL'])
    expect(await code).toBe(1)
  })

  test('while one pauses and another starts comes at once', async () => {
    await startAll()
    child(0).exit(1)
    child(1).exit(1)
    await settle()
    clock.advance(125)
    await eventually(() => children.length === 5)
    child(3).exit(1)
    await settle()
    onSignal = (puppet) => puppet.exit(puppet === child(4) ? 1 : 0)
    expect(await supervisor.stop()).toBe(0)
    clock.advance(600_000)
    await settle()
    expect(children).toHaveLength(5)
  })
})

describe('the figures of all', () => {
  const figuresOf = (name: string): FromChild => ({ type: 'figures', id: 1, figures: [{ name }] })

  test('are gathered for the one that was asked', async () => {
    await startAll()
    child(1).say({ type: 'gather', id: 7 })
    expect(children.map(({ heard }) => heard)).toEqual(
      children.map(() => [{ type: 'figures', id: 1 }]),
    )
    for (const [index, puppet] of children.entries()) puppet.say(figuresOf(`of_${index}`))
    const all = [0, 1, 2].map((index) => [{ name: `of_${index}` }])
    expect(child(1).heard.at(-1)).toEqual({ type: 'gathered', id: 7, all })
    expect(child(0).heard).toHaveLength(1)
  })

  test('come after a second without those who do not answer; late ones change nothing', async () => {
    await startAll()
    child(0).say({ type: 'gather', id: 1 })
    child(0).say(figuresOf('of_0'))
    clock.advance(1000)
    const all = [[{ name: 'of_0' }]]
    expect(child(0).heard.at(-1)).toEqual({ type: 'gathered', id: 1, all })
    child(1).say(figuresOf('of_1'))
    expect(child(0).heard).toHaveLength(2)
  })
})
