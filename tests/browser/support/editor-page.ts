import { expect } from 'bun:test'
import type { CDPSession, Locator, Page } from 'playwright'
import { apiClient } from '#tests/support/api-client.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import type { PageOptions, Site } from './site.ts'

/** The editor of a new post, which its list links to. */
const BOARD = '/boards/frees/write'

/** The localStorage key of the draft, by path. */
const DRAFTS: Readonly<Record<string, string>> = {
  '/vote/write': 'post_draft_vote',
  [BOARD]: 'post_draft_board',
}

/** Page object of the editor of a new text. */
export interface EditorPage {
  page: Page
  /** The writing area. */
  text: Locator
  toolbar: Locator
  tool(name: string): Locator
  /** Opens a tool's menu and picks an item. */
  choose(tool: string, choice: string): Promise<void>
  /** Selects everything. */
  selectAll(): Promise<void>
  /** Leaves the editor for the list, removes the draft and opens an empty editor: faster than a reload. */
  startAnew(): Promise<void>
  /** Waits until the draft is this HTML. */
  hasHtml(html: string): Promise<void>
  /** A DevTools session, for input-method composition. */
  browser(): Promise<CDPSession>
}

/** The stored draft. */
export function draftOf(
  page: Page,
  key: string,
): Promise<{ userId: unknown; content: string } | null> {
  return page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)
}

/** Signs somebody in through the API and stores the tokens in the page. */
export async function signInHere(site: Site, page: Page, name: string): Promise<void> {
  const { issuer } = await apiClient(site.url).authConfig()
  const { idToken } = await signIn(issuer, serverClient(site.url), name)
  const { token, refreshToken } = await apiClient(site.url).signIn(idToken)
  await page.evaluate(
    ([access, refresh]) => {
      localStorage.accessToken = access
      localStorage.refreshToken = refresh
    },
    [token, refreshToken] as const,
  )
}

export function editorOn(page: Page, path: string): EditorPage {
  const toolbar = page.getByRole('toolbar')
  const text = page.locator('[role=textbox][aria-multiline=true]')
  const tool = (name: string) => toolbar.getByRole('button', { name })
  const key = DRAFTS[path] ?? ''
  return {
    page,
    text,
    toolbar,
    tool,
    async choose(name, choice) {
      await tool(name).click()
      await page.getByRole('menuitemradio', { name: choice, exact: true }).click()
    },
    async selectAll() {
      await text.focus()
      await page.keyboard.press('ControlOrMeta+a')
      // The editor handles a selection in a task of its own,
      // before or after the next frame.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 2; frame++) {
          await new Promise((drawn) => requestAnimationFrame(drawn))
          await new Promise((done) => setTimeout(done))
        }
      })
    },
    async startAnew() {
      const write = page.locator(`main a[href="${path}"]`)
      await page.goBack()
      // The editor stores the draft once more as it closes.
      await write.waitFor()
      await page.evaluate((name) => localStorage.removeItem(name), key)
      await write.click()
      await text.click()
    },
    async hasHtml(html) {
      const isThere = ([name, wanted]: readonly [string, string]) =>
        JSON.parse(localStorage.getItem(name) ?? 'null')?.content === wanted
      await page.waitForFunction(isThere, [key, html] as const).catch(() => {})
      expect((await draftOf(page, key))?.content).toBe(html)
    },
    browser: () => page.context().newCDPSession(page),
  }
}

/** Opens the editor of a new text as a signed-in person. */
export async function openEditor(
  site: Site,
  { path = BOARD, ...options }: PageOptions = {},
): Promise<EditorPage> {
  const start = path === BOARD ? '/boards/frees' : path
  const { page } = await site.open({ ...options, path: start, user: 'Writer' })
  if (path === BOARD) await page.locator(`main a[href="${path}"]`).click()
  const editor = editorOn(page, path)
  await editor.text.click()
  return editor
}
