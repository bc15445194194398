import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { CaseList } from '#shared/contract/moderation.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { UNDECIDED_REPORTS_MAX } from '#shared/rules/moderation.ts'
import { newAdmin, newcomer } from '#tests/support/crowd.ts'
import { establishedMember } from '#tests/support/established-member.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const ERASED = statement('SELECT id FROM user_account WHERE erased_at IS NOT NULL', {
  id: column.int,
})

describe('limits of reports', () => {
  let server: TestServer
  let admin: Person
  let author: Person

  let texts = 0
  const post = async () => {
    texts += 1
    const body = { content: `<p>Text ${texts}</p>` }
    return (await author.api.call(CreatePostReply, 'POST', '/posts/frees', body)).id
  }
  const posts = async (count: number) => {
    const ids: number[] = []
    for (let number = 0; number < count; number++) ids.push(await post())
    return ids
  }
  const bodyOf = (target: 'post' | 'nickname', targetId: number) => ({
    target,
    targetId,
    reason: 'spam',
  })
  const report = ({ api }: Person, targetId: number) =>
    api.call(Done, 'POST', '/reports', bodyOf('post', targetId))
  const refusal = ({ api }: Person, target: 'post' | 'nickname', targetId: number) =>
    api.refusal('POST', '/reports', bodyOf(target, targetId))
  const cases = async () => (await admin.api.get(CaseList, '/moderation/cases')).cases
  const decide = (act: 'hide' | 'dismiss', targetId: number) =>
    admin.api.call(Done, 'POST', '/moderation/acts', { act, ...bodyOf('post', targetId) })

  beforeAll(async () => {
    server = await startTestServer()
    admin = await newAdmin(server, 'Chief')
    author = await newcomer(server, 'Author')
  })
  afterAll(() => server.stop())

  test('refuses a report of a default nickname, which opens no case', async () => {
    // A name without a usable character becomes `trader-` and the code.
    const nameless = await newcomer(server, '')
    const reporter = await newcomer(server, 'Reporter')
    expect(await refusal(reporter, 'nickname', nameless.id)).toBe('409 NICKNAME_DEFAULT')
    const renamed = await newcomer(server, 'Rude')
    const rename = { act: 'rename', ...bodyOf('nickname', renamed.id) }
    await admin.api.call(Done, 'POST', '/moderation/acts', rename)
    expect(await refusal(reporter, 'nickname', renamed.id)).toBe('409 NICKNAME_DEFAULT')
    expect(await cases()).toEqual([])
  })

  test('finds no nickname of an erased account, which neither reports nor moderators replace', async () => {
    const leaver = await establishedMember(server, 'Leaver')
    await server.services.account.delete(leaver.id, 'Leaver')
    const [row] = await server.infrastructure.database.query(ERASED)
    const nickname = bodyOf('nickname', row?.id ?? 0)
    const reporter = await newcomer(server, 'Curious')
    expect(await reporter.api.refusal('POST', '/reports', nickname)).toBe('404 NOT_FOUND')
    const rename = { act: 'rename', ...nickname }
    expect(await admin.api.refusal('POST', '/moderation/acts', rename)).toBe('404 NOT_FOUND')
  })

  test('refuses a report of a hidden text, which opens no case', async () => {
    const id = await post()
    await decide('hide', id)
    expect(await refusal(await newcomer(server, 'Late'), 'post', id)).toBe('404 HIDDEN')
    expect(await cases()).toEqual([])
  })

  test('refuses one more report of a person than may be undecided, until one is decided', async () => {
    const reporter = await newcomer(server, 'Diligent')
    const ids = await posts(UNDECIDED_REPORTS_MAX)
    for (const id of ids) await report(reporter, id)
    const next = await post()
    expect(await refusal(reporter, 'post', next)).toBe('409 REPORT_LIMIT')
    expect((await cases()).some(({ targetId }) => targetId === next)).toBe(false)
    // Others are not concerned.
    await report(await newcomer(server, 'Another'), next)
    await decide('dismiss', ids[0] ?? 0)
    await report(reporter, next)
    expect(await refusal(reporter, 'post', await post())).toBe('409 REPORT_LIMIT')
  })
})
