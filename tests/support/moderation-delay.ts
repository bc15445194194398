import { statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import type { ApiClient } from './api-client.ts'
import { eventually } from './eventually.ts'
import type { TestClock } from './test-clock.ts'
import type { TestServer } from './test-server.ts'

const GRANT = statement('UPDATE user_account SET is_admin = 1 WHERE id = $1')
const BOARD = '/posts/suggestions'

/**
 * Hides a post and bans its author at `here`. @returns the longer time until `there` shows it, in ms of the
 * clock, which moves by 1 at each look. A look takes a millisecond at least, so that the database's real
 * time counts no more than once; a busy machine looks less often, and is not measured
 */
export async function slowestAct(
  here: TestServer,
  there: TestServer,
  clock: TestClock,
): Promise<number> {
  const [admin, author] = [await here.person('Admin'), await here.person('Author')]
  await here.infrastructure.database.query(GRANT, [admin.id])
  const { id } = await author.api.call(CreatePostReply, 'POST', BOARD, {
    content: '<p>Buy now</p>',
  })

  const step = () => clock.advance(1)
  const msUntilGone = async (path: string, text: string, api: ApiClient, act: object) => {
    const isShown = async () => JSON.stringify((await api.raw('GET', path)).body).includes(text)
    await eventually(isShown, { step, what: `${path} shows ${text}` })
    const start = clock.now()
    await admin.api.call(Done, 'POST', '/moderation/acts', { ...act, reason: 'spam' })
    await eventually(async () => !(await isShown()), { step, what: `${path} hides ${text}` })
    return clock.now() - start
  }
  const hide = { act: 'hide', target: 'post', targetId: id }
  const ban = { act: 'ban', target: 'nickname', targetId: author.id }
  return Math.max(
    await msUntilGone(`${BOARD}?page=1`, 'Buy now', there.api, hide),
    await msUntilGone('/profile', 'Author', there.api.as(author.token), ban),
  )
}
