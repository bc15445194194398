import { Value } from '@sinclair/typebox/value'
import type { Page } from 'playwright'
import type { Screen } from '#build/screens/screen.ts'
import { type Reply, ReplyPage } from '#shared/contract/replies.ts'
import { goOffline } from '#tests/browser/support/go-offline.ts'
import type { SiteContent } from '#tests/browser/support/site-content.ts'

const TEXTS = [
  'The range low held twice, and nobody sold into it. Spot leads since Monday.',
  'No.',
  'Funding is flat. I would wait for the daily close before I call that support,\nand the weekly one before I believe it.',
  `Numbers: https://example.com/${'a-long-address-'.repeat(8)}`,
]

/** Replaces the page of the thread by one that is made of the stored page: first an own reply, then a quote. */
const withPage = (change: (page: ReplyPage, own: Reply, other: Reply) => object) => (page: Page) =>
  page.route('**/api/v1/votes/*/replies?**', async (route) => {
    const response = await route.fetch()
    const stored = Value.Parse(ReplyPage, await response.json())
    const [own, other] = stored.replies
    if (!own || !other) throw new Error('the thread has no replies')
    await route.fulfill({ response, json: change(stored, own, other) })
  })

const many = withPage((page, own, other) => ({
  ...page,
  replies: Array.from({ length: 20 }, (_, index) => ({
    ...(index % 5 === 3 ? own : other),
    id: other.id + index,
    content: TEXTS[index % TEXTS.length],
    quote: index % 7 === 1 ? other.quote : null,
    likes: index % 4 === 0 ? 12 : 0,
  })),
  total: 5_000,
  next: '2520',
  hasPrevious: true,
}))

const states = withPage((page, own, other) => ({
  ...page,
  replies: [
    { ...own, state: 'deleted', content: '' },
    { ...other, quote: other.quote && { ...other.quote, state: 'deleted', excerpt: '' } },
    { ...other, id: other.id + 1, state: 'hidden', content: '', quote: null },
    { ...own, id: other.id + 2, state: 'hidden' },
    {
      ...other,
      id: other.id + 3,
      content: `@${own.uniqueCode} and @${other.uniqueCode}: see above.`,
      mentions: [own, other].map(({ uniqueCode, nickname }) => ({ uniqueCode, nickname })),
      modified: own.created,
      quote: null,
    },
  ],
}))

const blocked = async (page: Page, { otherVote }: SiteContent) => {
  await page.route('**/api/v1/blocks', async (route) => {
    const { origin } = new URL(route.request().url())
    const reply = await page.request.get(`${origin}/api/v1/votes/${otherVote}/item`)
    const { uniqueCode, nickname } = await reply.json()
    await route.fulfill({ json: [{ uniqueCode, nickname, since: '2026-11-20T10:00:00.000Z' }] })
  })
}

const muted = (page: Page) =>
  page.route('**/api/v1/profile', async (route) => {
    const response = await route.fetch()
    const profile = await response.json()
    await route.fulfill({ response, json: { ...profile, mutedUntil: '2026-11-24T02:30:00.000Z' } })
  })

const NOTICE = {
  created: '2026-11-21T02:00:00.000Z',
  round: null,
  vote: null,
  season: null,
  security: null,
}
const author = { uniqueCode: 'ABC123', nickname: 'Jun' }
const thread = { target: 'vote', id: 1, boardType: null, title: 'Why', replyId: 1, author }
const post = {
  ...thread,
  target: 'post',
  boardType: 'suggestions',
  title: 'A longer title of a post',
}
const NOTICES = [
  { ...NOTICE, id: 4, kind: 'reply', isNew: true, thread: { ...thread, replies: 12, mentions: 0 } },
  { ...NOTICE, id: 3, kind: 'mention', isNew: true, thread: { ...post, replies: 7, mentions: 2 } },
  {
    ...NOTICE,
    id: 2,
    kind: 'mention',
    isNew: false,
    thread: { ...thread, replies: 1, mentions: 1 },
  },
  { ...NOTICE, id: 1, kind: 'reply', isNew: false, thread: { ...post, replies: 1, mentions: 0 } },
]
const notices = (page: Page) =>
  page.route('**/api/v1/notifications', (route) =>
    route.fulfill({ json: { unseen: 2, items: NOTICES } }),
  )

const onNote = {
  viewer: 'voter',
  path: ({ otherVote }: SiteContent) => `/vote/view/${otherVote}`,
  prepare: async () => {},
  moreWidths: [320],
} as const

const area = (page: Page) => page.locator('main textarea').last()

/** States of a thread; the page of a note without them is `vote-view-waiting`. */
export const replyScreens: Screen[] = [
  {
    ...onNote,
    name: 'thread-empty',
    prepare: withPage((page) => ({ ...page, replies: [], total: 0 })),
  },
  {
    ...onNote,
    name: 'thread-first',
    prepare: withPage((page, own) => ({ ...page, replies: [own], total: 1 })),
  },
  { ...onNote, name: 'thread-many', prepare: many },
  { ...onNote, name: 'thread-states', prepare: states },
  { ...onNote, name: 'thread-blocked', prepare: blocked },
  {
    ...onNote,
    name: 'thread-offline',
    arrange: async (page) => {
      await goOffline(page)
      await page.getByText(/new replies do not arrive|새 답글이 오지/).waitFor({ timeout: 60_000 })
    },
  },
  { ...onNote, name: 'thread-question', prepare: withPage(() => ({ readingLocks: true })) },
  { ...onNote, name: 'thread-muted', prepare: muted },
  {
    ...onNote,
    name: 'thread-mention',
    arrange: async (page) => {
      await area(page).click()
      await page.keyboard.type('I agree with @j')
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  },
  {
    ...onNote,
    name: 'thread-edit',
    arrange: (page) =>
      page
        .locator('li[id^="reply-"]')
        .getByRole('button', { name: /^(Edit|수정)$/ })
        .click(),
  },
  { ...onNote, name: 'thread-notices', path: () => '/notifications', prepare: notices },
  { ...onNote, name: 'thread-guest', viewer: 'guest' },
  { ...onNote, name: 'thread-no-call', viewer: 'newcomer' },
]
