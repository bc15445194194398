import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { launchBrowser } from '#tests/browser/support/site.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type RunningApp, startApp } from './stand-in/start.ts'

const out = join(import.meta.dir, 'stand-in', 'fixture-app')
let browser: Browser
let app: RunningApp | undefined
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
afterEach(async () => {
  await app?.dispose()
  app = undefined
})

async function start(): Promise<RunningApp> {
  app = await startApp({ browser, apiOrigin: 'http://127.0.0.1:9', out })
  return app
}

/** The bridge of the fixture app in its page. */
interface Fixture {
  ask(channel: string, ...args: unknown[]): Promise<unknown>
  hear(listener: (...args: unknown[]) => void): () => void
  words: { inside: string[] }
  canRequire(name: string): boolean
}
declare const fixture: Fixture

async function open(): Promise<RunningApp & { first: Awaited<ReturnType<RunningApp['page']>> }> {
  const running = await start()
  const first = await running.page()
  await first.getByText('object').waitFor()
  return { ...running, first }
}

const asking = (channel: string) =>
  fixture.ask(channel, 1, undefined, { at: new Date(0) }).catch((error: Error) => error.message)

describe('the stand-in for Electron', () => {
  test("serves the app's page by its scheme with its policy, then shows the window", async () => {
    const { first, electron, world } = await open()
    expect(first.url()).toBe('http://tidemark.localhost/')
    const [window] = electron.BrowserWindow.getAllWindows()
    expect(window?.webContents.getURL()).toBe('app://tidemark/')
    await eventually(() => window?.isVisible() === true)
    expect(world.pages.errors).toEqual([])
    await first.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "ran"'
      document.body.append(script)
    })
    expect(await first.title()).toBe('Fixture')
    expect(world.pages.errors.join()).toContain('script-src')
  })

  test('passes a call from the page to the app with its sender frame', async () => {
    const { first } = await open()
    expect(await first.evaluate(asking, 'who')).toEqual({
      isMain: true,
      url: 'app://tidemark/',
      origin: 'app://tidemark',
      args: [1, undefined, { at: new Date(0) }],
    })
  })

  test('fails like Electron without a handler and for a reply that cannot be cloned', async () => {
    const { first } = await open()
    expect(await first.evaluate(asking, 'nobody')).toBe(
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    )
    expect(await first.evaluate(asking, 'unclonable')).toContain('DataCloneError')
    const sent = await first.evaluate(() => fixture.ask('who', () => {}).catch(String))
    expect(sent).toContain('could not be cloned')
  })

  test('gives a frame no bridge, and identifies it in forged calls', async () => {
    const { first, world } = await open()
    const [inner] = first.frames().filter((frame) => frame !== first.mainFrame())
    expect(await inner?.evaluate(() => 'fixture' in globalThis)).toBe(false)
    const forged = await inner?.evaluate(
      (name) => Reflect.get(globalThis, name)('invoke', 'who', []),
      world.names.forge,
    )
    expect(forged).toMatchObject({ isMain: false, url: 'app://tidemark/inner' })
  })

  test('delivers events to the page until it unsubscribes', async () => {
    const { first } = await open()
    const heard = await first.evaluate(async () => {
      const words: unknown[] = []
      const stop = fixture.hear((...args) => words.push(args))
      await fixture.ask('say', 'one')
      await new Promise((resolve) => setTimeout(resolve, 50))
      stop()
      await fixture.ask('say', 'two')
      await new Promise((resolve) => setTimeout(resolve, 50))
      return words
    })
    expect(heard).toEqual([['one', { at: 1 }]])
  })

  test('freezes the exposed bridge and allows only electron in the preload', async () => {
    const { first } = await open()
    expect(
      await first.evaluate(() => [
        Object.isFrozen(fixture),
        Object.isFrozen(fixture.words.inside),
        fixture.canRequire('fs'),
        Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith('ask')),
      ]),
    ).toEqual([true, true, false, []])
  })

  test('lets the app block links, redirects and new windows', async () => {
    const { first, shell, world, electron } = await open()
    await first.getByText('away').click()
    await first.getByText('new', { exact: true }).click()
    await first.evaluate(() => void window.open('https://elsewhere.example/c'))
    await eventually(() => shell.opened.length === 2)
    expect(shell.opened).toEqual(['https://elsewhere.example/b', 'https://elsewhere.example/c'])
    expect(world.pages.popups.every(({ isAllowed }) => !isAllowed)).toBe(true)
    expect(first.url()).toBe('http://tidemark.localhost/')
    await first.evaluate(() => fixture.ask('relax'))
    await first.getByText('moved').click()
    await first.evaluate(() => 1)
    expect(first.url()).not.toContain('elsewhere')
    expect(electron.BrowserWindow.getAllWindows()).toHaveLength(1)
  })

  test('closes a window whose page is loading, at each moment of it', async () => {
    const { electron } = await open()
    for (let delay = 0; delay < 300; delay += 5) {
      const window = new electron.BrowserWindow({})
      window.loadURL('app://tidemark/').catch(() => {})
      await Bun.sleep(delay)
      window.close()
      await eventually(() => window.isDestroyed())
    }
  }, 180_000)

  test('asks a page again as soon as it has objected', async () => {
    const { first, electron } = await open()
    await first.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
    await first.getByText('object').click()
    const [window] = electron.BrowserWindow.getAllWindows()
    for (let count = 0; count < 200; count++) expect(await window?.requestClose()).toBe(false)
  })

  test('throws by name for members without a fake', async () => {
    const { first } = await open()
    expect(await first.evaluate(asking, 'unimplemented')).toContain(
      'the stand-in for electron has no net.request',
    )
    const { electron } = await start()
    expect(() => Reflect.get(electron.app, 'getGPUInfo')).toThrow('has no StandInApp.getGPUInfo')
  })

  test('clicks tray items like a user', async () => {
    const { trays, notifications, choose, quitted } = await open()
    const [tray] = trays
    expect(tray?.menu?.labels()).toEqual(['More', 'Notify', 'Grey', 'Quit'])
    choose(tray?.menu ?? null, 'More', 'Notify')
    expect(notifications.map(({ title }) => title)).toEqual(['Hello'])
    expect(() => choose(tray?.menu ?? null, 'Grey')).toThrow('cannot be clicked')
    choose(tray?.menu ?? null, 'Quit')
    await quitted
  })

  test('finds resources that an app leaks', async () => {
    const { quit } = await open()
    expect(await quit()).toEqual([])
    const leakingApp = await open()
    await leakingApp.first.evaluate(() => fixture.ask('leak'))
    const left = (await leakingApp.quit()).join('\n')
    expect(left).toContain('a timer of 12345 ms')
    expect(left).toContain('a server on ')
    expect(left).toContain('a listener of process uncaughtException')
    process.removeAllListeners('uncaughtException')
  })
})
