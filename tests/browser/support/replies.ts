import type { Locator, Page } from 'playwright'
import { SavedReply } from '#shared/contract/replies.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import type { PlannedServer } from '#tests/support/planned-exchange.ts'

/** The thread of a page, by its heading in the page's language. */
export const threadOf = (page: Page, heading = 'Replies'): Locator =>
  page.getByRole('region', { name: new RegExp(`^${heading}`) })

/** The rows of a thread. */
export const repliesOf = (page: Page): Locator => page.locator('li[id^="reply-"]')

/** The row with a text. */
export const replyWith = (page: Page, text: string): Locator =>
  repliesOf(page).filter({ hasText: text })

/** The text area of a new reply. */
export const composerOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Your reply' })

/** Writes and sends a reply. */
export async function sendReply(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text)
  await threadOf(page).getByRole('button', { name: 'Reply', exact: true }).last().click()
  await replyWith(page, text).waitFor()
}

/** People who act on a planned server through the API. */
export function createPeople(server: () => PlannedServer) {
  const write = async (name: string, path: string, content: string, quote?: number) => {
    const { api } = await server().person(name)
    const { reply } = await api.call(SavedReply, 'POST', `${path}/replies`, {
      content,
      ...(quote !== undefined && { quote }),
    })
    // The pause between two replies of one person.
    server().clock.advance(11_000)
    return reply
  }
  return {
    /** Writes a reply below a note or post; `path` is that of the API. */
    write,
    async cast(name: string, targetDate: string, vote: string, content = '') {
      const { api } = await server().person(name)
      return api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote, content })
    },
  }
}
