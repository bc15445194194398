import type { Browser, Page } from 'playwright'
import type { TokenPair } from '#shared/contract/auth.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import { apiClient, claimsOf } from '#tests/support/api-client.ts'
import { openStream } from '#tests/support/stream-client.ts'
import { measurePlaces, type Place, painted, polled, streamed } from './place.ts'
import {
  castVote,
  like,
  type Member,
  moderate,
  READER,
  signInMember,
  visit,
  writePost,
} from './scene.ts'

/** Milliseconds by act and place. */
export type Delays = Map<string, Map<string, number>>

interface World {
  /** URL of the instance that performs the acts. */
  here: string
  /** URL of the instance whose readers are watched; the same with one process. */
  there: string
  browser: Browser
  admin: Member
  reader: Member
  /** Pays a settled vote of the user, so that the rankings show them. */
  rank(userId: number, run: number): Promise<void>
  /** Signs a user in to the desktop app on `there`, and returns its page. */
  desktop(name: string): Promise<Page>
}

const BOARD = '/posts/frees?page=1'
const VOTES = '/votes?page=1'

/** Hides a post and a note and bans their author; measures each place of the other instance. */
export async function measureActs(world: World, run: number): Promise<Delays> {
  const { here, there, browser, admin, reader } = world
  const name = `Author ${run}`
  const [note, text] = [`Note ${crypto.randomUUID()}`, `Post ${crypto.randomUUID()}`]
  const author = await signInMember(here, name)
  const { nickname, uniqueCode } = claimsOf(author.tokens.token)
  const voteId = await castVote(author, 'up', `<p>${note}</p>`)
  const postId = await writePost(author, `<p>${text}</p>`)
  await like(reader, `/votes/${voteId}`)
  await world.rank(author.id, run)
  const window = await world.desktop(name)
  await window.getByRole('navigation').getByRole('link', { name: 'Boards' }).click()

  const guest = apiClient(there)
  const contains = async (path: string, wanted: string, api = guest) =>
    JSON.stringify((await api.raw('GET', path)).body).includes(wanted)
  const shows = (place: string, path: string, wanted: string, api = guest) =>
    polled(place, () => contains(path, wanted, api))
  const cached = (place: string, path: string, wanted: string): Place => {
    let etag = ''
    return polled(place, async () => {
      const headers = { 'if-none-match': etag }
      const { status, body, headers: replied } = await guest.raw('GET', path, { headers })
      if (status === 304) return true
      // Views change the reply too.
      etag = replied.get('etag') ?? ''
      return JSON.stringify(body).includes(wanted)
    })
  }
  const stream = await openStream(there)
  await stream.next('hello')
  const told = (target: 'post' | 'vote' | 'user', id: number) =>
    streamed('WebSocket message', stream, (message: StreamMessage) =>
      message.type === 'content' ? message.target === target && message.id === id : false,
    )
  const acts = async () => {
    const body = JSON.stringify((await guest.raw('GET', '/modlog?page=1')).body)
    return body.split(uniqueCode).length
  }
  const modlog = async (): Promise<Place> => {
    const before = await acts()
    return polled('/modlog shows it', async () => (await acts()) === before)
  }
  const pages: Page[] = []
  // Each page has a session of its own: a refresh token that two of them use ends it after 30 s.
  const readerTokens = async () => (await signInMember(there, READER)).tokens
  const open = async (place: string, path: string, wanted: string, tokens?: TokenPair) => {
    const page = await visit(browser, there, path, tokens)
    pages.push(page)
    return painted(place, page, 'main', wanted)
  }

  const post = { target: 'post', targetId: postId } as const
  await reader.api.raw('GET', `/posts/frees/${postId}`)
  const hiddenPost = await measurePlaces(
    [
      shows('list of its board', BOARD, text),
      shows('page of the post', `/posts/frees/${postId}`, text, reader.api),
      shows('recent posts', '/posts/recent', text),
      cached('ETag of the list', BOARD, text),
      await modlog(),
      told('post', postId),
      await open(
        'open page in Chromium',
        `/boards/frees/view/${postId}`,
        text,
        await readerTokens(),
      ),
      await open('open list in Chromium', '/boards/frees', text),
      painted('desktop window', window, 'main', text),
    ],
    () => moderate(admin, { ...post, act: 'hide' }),
  )
  await moderate(admin, { ...post, act: 'restore' })

  const vote = { target: 'vote', targetId: voteId } as const
  const noteReader = await visit(browser, there, `/vote/view/${voteId}`, await readerTokens())
  pages.push(noteReader)
  const hiddenNote = await measurePlaces(
    [
      shows('list of votes', VOTES, note),
      shows('the vote', `/votes/${voteId}`, note, reader.api),
      shows('best votes', '/posts/votesUpcomingNextBests', note),
      cached('ETag of the list', VOTES, note),
      await modlog(),
      told('vote', voteId),
      painted('open page in Chromium', noteReader, 'main', note),
    ],
    () => moderate(admin, { ...vote, act: 'hide' }),
  )
  await moderate(admin, { ...vote, act: 'restore' })

  const [second, third] = [await signInMember(here, name), await signInMember(here, name)]
  const own = await visit(browser, there, '/', third.tokens)
  pages.push(own)
  const session = apiClient(there, author.tokens.token)
  let { refreshToken } = second.tokens
  const banned = await measurePlaces(
    [
      shows('list of votes', VOTES, note),
      shows('list of a board', BOARD, text),
      shows('page of a post', `/posts/frees/${postId}`, text, reader.api),
      shows('recent posts', '/posts/recent', text),
      shows('best votes', '/posts/votesUpcomingNextBests', note),
      shows('rankers', '/users/rankers', uniqueCode),
      cached('ETag of the rankers', '/users/rankers', uniqueCode),
      polled('read with the access token', async () => {
        return (await session.raw('GET', '/profile')).status === 200
      }),
      // No such post: 404 while the token is accepted.
      polled('write with the access token', async () => {
        const body = { reaction: 'like' }
        return (await session.raw('POST', '/posts/frees/999999/reaction', { body })).status === 404
      }),
      polled('renewal of the session', async () => {
        const body = { refreshToken }
        const reply = await guest.raw('POST', '/auth/refresh-token', { body })
        const next: unknown = reply.body
        if (reply.status !== 200) return false
        refreshToken = String(Object(next).refreshToken)
        return true
      }),
      await modlog(),
      told('user', author.id),
      await open('open list in Chromium', '/boards/frees', text),
      painted('their own open page', own, 'header', nickname),
      painted('their desktop session', window, 'header', nickname),
    ],
    () =>
      moderate(admin, {
        act: 'ban',
        target: 'nickname',
        targetId: author.id,
        hideContent: true,
      }),
  )
  stream.close()
  for (const page of pages) await page.context().close()
  return new Map([
    ['hidden post', hiddenPost],
    ['hidden note', hiddenNote],
    ['banned person', banned],
  ])
}
