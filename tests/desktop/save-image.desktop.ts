import { afterAll, beforeAll, expect, test } from 'bun:test'
import { START_TIMEOUT_MS } from '#tests/browser/support/time-limits.ts'
import { eventually } from '#tests/support/eventually.ts'
import { StandInMenu } from './stand-in/menu.ts'
import type { RunningApp } from './stand-in/start.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite()
let app: RunningApp
let pictures: ReturnType<typeof Bun.serve>

/** Answers with the type and file name that the address asks for. */
beforeAll(async () => {
  pictures = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { searchParams } = new URL(request.url)
      const headers = new Headers({ 'content-type': searchParams.get('type') ?? '' })
      const name = searchParams.get('name')
      if (name) headers.set('content-disposition', `attachment; filename="${name}"`)
      return new Response('MZ', { headers })
    },
  })
  app = await site.start()
}, START_TIMEOUT_MS)
afterAll(() => pictures.stop(true))

/** Chooses "Save image" in the context menu of a picture; whether the app refuses the file. */
async function isRefused(path: string): Promise<boolean> {
  const [contents] = [...app.world.pages.open]
  if (!contents) throw new Error('no window is open')
  const srcURL = new URL(path, pictures.url).href
  contents.emit(
    'context-menu',
    {},
    {
      srcURL,
      hasImageContents: true,
      linkURL: '',
      selectionText: '',
      isEditable: false,
      misspelledWord: '',
      dictionarySuggestions: [],
      editFlags: {},
      x: 1,
      y: 1,
    },
  )
  const before = contents.downloads.length
  app.choose(StandInMenu.shown, 'Save Image…')
  await eventually(() => contents.downloads.length > before, { what: 'the download begins' })
  return contents.downloads.at(-1)?.isRefused ?? true
}

test.each([
  ['/photo.png?type=image/png', false],
  ['/photo.jpg?type=image/jpeg', false],
  ['/photo.png?type=application/octet-stream&name=photo.exe', true],
  ['/photo.png?type=image/png&name=photo.exe', true],
  ['/photo.svg?type=image/svg%2Bxml', true],
])('saves as an image only what the server sends as one: %s', async (path, expected) => {
  expect(await isRefused(path)).toBe(expected)
})
