import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createAccountStore } from '#api/modules/account/account-store.ts'
import type { LoginMethod } from '#shared/contract/auth.ts'
import { Profile } from '#shared/contract/profile.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { type CommandFixture, createCommandFixture } from '#tests/support/command-fixture.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { runCommand } from './main.ts'

let fixture: CommandFixture

async function levels(): Promise<Record<string, number>> {
  const database = await fixture.open()
  const rows = await database.query(
    statement('SELECT subject, is_admin FROM user_account u JOIN identity ON user_id = u.id', {
      subject: column.text,
      is_admin: column.int,
    }),
  )
  await database.close()
  return Object.fromEntries(rows.map((row) => [row.subject, row.is_admin]))
}

const ADD_REPLY = statement(
  `WITH written AS (INSERT INTO post (board, user_id, title, content, created)
    SELECT 'frees', id, 'Post', '<p>Post</p>', now() FROM user_account WHERE unique_code = $1
    RETURNING id, user_id)
  INSERT INTO reply (post_id, user_id, content, created)
  SELECT id, user_id, 'Join my chatroom', now() FROM written RETURNING id`,
  { id: column.int },
)
/** Adds a reply of a person below an own post. @returns its id */
async function addReply(uniqueCode: string): Promise<string> {
  const database = await fixture.open()
  const [row] = await database.query(ADD_REPLY, [uniqueCode])
  await database.close()
  return `${row?.id}`
}

beforeAll(async () => {
  fixture = await createCommandFixture()
  const database = await fixture.open()
  const store = createAccountStore(database)
  const person = { nickname: 'Kim', isAdmin: 0, now: 1_790_000_000_000 }
  const methodOf = (issuer: string): LoginMethod =>
    issuer.includes('google') ? 'google' : issuer.includes('kakao') ? 'kakao' : 'local'
  const add = (issuer: string, subject: string, email: string, uniqueCode: string) =>
    store.insert({ ...person, method: methodOf(issuer), issuer, subject, email, uniqueCode })
  await add('https://accounts.google.com', 'g1', 'kim@example.com', 'AAAAA1')
  await add('urn:tidemark:local', 'l1', 'Kim@Example.com', 'AAAAA2')
  await add('https://kauth.kakao.com', 'k1', 'unverified@example.com', 'AAAAA5')
  await add('https://accounts.google.com', 'g2', 'lee@example.com', 'AAAAA3')
  await add('https://nid.naver.com', 'n1', '', 'AAAAA6')
  await add('urn:tidemark:demo', 'd1', 'kim@example.com', 'AAAAA4')
  await database.query(
    statement("UPDATE user_account SET is_demo = true WHERE unique_code = 'AAAAA4'"),
  )
  await database.close()
})

afterAll(() => fixture.dispose())

describe('the admin command', () => {
  test('prints that there are no admins', async () => {
    expect(await fixture.run('admin', 'list')).toEqual({
      code: 0,
      output: 'There are no admins.',
      errors: '',
    })
  })

  test('refuses an email of several accounts and names them, except demo accounts', async () => {
    const before = await levels()
    const { code, errors } = await fixture.run('admin', 'grant', 'KIM@example.com')
    expect(code).toBe(1)
    expect(errors).toBe(
      'Several accounts have this email; name one by its code: ' +
        'AAAAA1 (https://accounts.google.com as g1), AAAAA2 (urn:tidemark:local as l1).',
    )
    expect(await levels()).toEqual(before)
  })

  test('never matches an email that its provider did not verify', async () => {
    const { code } = await fixture.run('admin', 'grant', 'unverified@example.com')
    expect(code).toBe(1)
    const byIdentity = ['https://kauth.kakao.com', 'k1'] as const
    expect((await fixture.run('admin', 'grant', ...byIdentity)).code).toBe(0)
    expect((await fixture.run('admin', 'revoke', ...byIdentity)).code).toBe(0)
  })

  test('names an account without email by each of its identities', async () => {
    const database = await fixture.open()
    const link = `INSERT INTO identity (user_id, issuer, subject, login_method, created, last_used)
      SELECT id, 'https://kauth.kakao.com', 'k2', 'kakao', now(), now() FROM user_account
      WHERE unique_code = 'AAAAA6'`
    await database.query(statement(link))
    await database.close()
    const { output } = await fixture.run('admin', 'grant', 'https://kauth.kakao.com', 'k2')
    expect(output).toBe(
      'admin, level 1: no email  Kim (AAAAA6), signs in by https://nid.naver.com as n1, ' +
        'https://kauth.kakao.com as k2',
    )
    expect((await fixture.run('admin', 'revoke', 'https://nid.naver.com', 'n1')).code).toBe(0)
  })

  test('grants an account by issuer and subject, or by its code', async () => {
    const issuer = 'https://accounts.google.com'
    const { code, output } = await fixture.run('admin', 'grant', issuer, 'g1')
    expect([code, output]).toEqual([
      0,
      'admin, level 1: kim@example.com  Kim (AAAAA1), signs in by https://accounts.google.com as g1',
    ])
    expect((await fixture.run('admin', 'grant', 'aaaaa2')).code).toBe(0)
    expect(await levels()).toMatchObject({ g1: 1, l1: 1, g2: 0, d1: 0 })
  })

  test('grants a level, lists the highest first, and revokes it', async () => {
    expect((await fixture.run('admin', 'grant', 'lee@example.com', '9')).code).toBe(0)
    const { output } = await fixture.run('admin', 'list')
    expect(output.split('\n').map((line) => line.slice(0, 24))).toEqual([
      'level 9  lee@example.com',
      'level 1  kim@example.com',
      'level 1  Kim@Example.com',
    ])
    expect((await fixture.run('admin', 'revoke', 'kim@example.com')).output).toStartWith(
      'no longer an admin: ',
    )
    expect(await levels()).toEqual({ g1: 0, l1: 0, g2: 9, d1: 0, k1: 0, n1: 0, k2: 0 })
  })

  test('fails with one line when no account matches', async () => {
    const { code, output, errors } = await fixture.run('admin', 'grant', 'nobody@example.com')
    expect([code, output]).toEqual([1, ''])
    expect(errors).toStartWith('Nobody with the email nobody@example.com has signed in yet.')
    expect(errors).not.toContain('\n')
  })

  test.each([
    [[]],
    [['grant']],
    [['grant', 'kim']],
    [['grant', 'kim@example.com', '0']],
    [['grant', 'kim@example.com', '10']],
    [['grant', 'kim@example.com', '1', 'more']],
    [['revoke', 'kim@example.com', '1']],
    [['list', 'all']],
    [['promote', 'kim@example.com']],
    [['grant', 'https://accounts.google.com']],
    [['end-sessions']],
    [['end-sessions', '--everyone']],
    [['end-sessions', 'kim@example.com', '1']],
  ])('prints its usage when given %j', async (args) => {
    const before = await levels()
    const { code, errors } = await fixture.run('admin', ...args)
    expect(code).toBe(2)
    expect(errors).toStartWith('Usage: npm run admin -- grant USER')
    expect(await levels()).toEqual(before)
  })

  test('fails with one line while the embedded database is in use; PostgreSQL is shared', async () => {
    const own = await createCommandFixture({ isConfigured: true })
    const database = await own.open()
    const { code, errors } = await own.run('admin', 'list')
    await database.close()
    if (own.config.databaseUrl !== null) expect(code).toBe(0)
    else {
      expect(code).toBe(1)
      expect(errors).toContain(`is in use by process ${process.pid}`)
      expect(errors).not.toContain('\n')
    }
    expect(await own.run('admin', 'list')).toMatchObject({ code: 0, errors: '' })
    await own.dispose()
  })

  test('names the known commands for an unknown one', async () => {
    const { code, errors } = await fixture.run('toString')
    expect(code).toBe(2)
    expect(errors).toBe(
      'There is no command toString; there are: admin, seed, migrate, backup, restore.',
    )
  })
})

describe('in production', () => {
  test('an account of the local sign-in cannot be granted, and can be revoked', async () => {
    const production = {
      ...fixture.config,
      production: true,
    }
    const run = (...args: string[]) => {
      const errors: string[] = []
      const deps = {
        config: production,
        clock: testClock(0),
        open: fixture.open,
        log: createLog('silent'),
        print: () => {},
        printError: (line: string) => errors.push(line),
      }
      return runCommand('admin', args, deps).then((code) => [code, ...errors])
    }
    expect(await run('grant', 'urn:tidemark:local', 'l1')).toEqual([
      1,
      'An account of the local sign-in cannot be an admin in production: anyone could have made it.',
    ])
    expect(await run('revoke', 'urn:tidemark:local', 'l1')).toEqual([0])
    expect(await run('grant', 'lee@example.com')).toEqual([0])
  })
})

describe('end-sessions', () => {
  const environment = { JWT_SECRET: 'a secret of every server of this test, 32 long' }

  test('ends every session of one user or of all, access tokens too', async () => {
    const serve = async () => startTestServer({ database: await fixture.open(), environment })
    const before = await serve()
    const [mina, joe] = [await before.person('Mina'), await before.person('Joe')]
    const { uniqueCode } = claimsOf(mina.token)
    await before.stop()
    expect((await fixture.run('admin', 'end-sessions', uniqueCode)).output).toBe('ended 1 session')

    const between = await serve()
    expect(await between.api.as(mina.token).refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    await between.api.as(joe.token).get(Profile, '/profile')
    await between.stop()
    expect((await fixture.run('admin', 'end-sessions', '--all')).output).toBe('ended 1 session')
    expect((await fixture.run('admin', 'end-sessions', '--all')).output).toBe('ended 0 sessions')

    const after = await serve()
    expect(await after.api.as(joe.token).refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    const { refreshToken } = joe
    const refusal = await after.api.refusal('POST', '/auth/refresh-token', { refreshToken })
    expect(refusal).toBe('401 REFRESH_INVALID')
    await (await after.person('Joe')).api.get(Profile, '/profile')
    await after.stop()
  })
})

describe('acts on accounts by command', () => {
  test('moderate, export and erase, each with a row of the audit', async () => {
    const { code, output } = await fixture.run('admin', 'mute', 'AAAAA3', 'spam', '--days', '7')
    expect([code, output]).toEqual([0, expect.stringMatching(/^mute: nickname \d+$/)])
    expect((await fixture.run('admin', 'mute', 'AAAAA3', 'spam')).code).toBe(2)
    expect((await fixture.run('admin', 'hide', 'post', '999', 'spam')).code).toBe(1)
    const replyId = await addReply('AAAAA3')
    const hide = await fixture.run('admin', 'hide', 'reply', replyId, 'chatroom', 'No signals')
    expect([hide.code, hide.output]).toEqual([0, `hide: reply ${replyId}`])
    const restore = await fixture.run('admin', 'restore', 'reply', replyId, 'other')
    expect([restore.code, restore.output]).toEqual([0, `restore: reply ${replyId}`])
    expect((await fixture.run('admin', 'cases')).output).toBe('0 open cases')
    const file = `${fixture.folder}/data.json`
    expect((await fixture.run('admin', 'export', 'AAAAA3', file)).code).toBe(0)
    expect(JSON.parse(await Bun.file(file).text()).account).toMatchObject([
      { email: 'lee@example.com' },
    ])
    expect((await fixture.run('admin', 'export', 'AAAAA3', file)).code).toBe(1)
    await fixture.run('admin', 'revoke', 'AAAAA3')
    expect((await fixture.run('admin', 'erase', 'AAAAA3')).output).toBe('erased AAAAA3')
    expect((await fixture.run('admin', 'erase', 'AAAAA3')).code).toBe(1)
    const database = await fixture.open()
    const acts = await database.query(
      statement(
        `SELECT act, subject_id IS NULL AS is_nameless FROM moderation_act
        WHERE source = 'command' AND act IN ('mute', 'export', 'erase') ORDER BY id`,
        { act: column.text, is_nameless: column.boolean },
      ),
    )
    await database.close()
    expect(acts).toEqual([
      { act: 'mute', is_nameless: true },
      { act: 'export', is_nameless: true },
      { act: 'erase', is_nameless: false },
    ])
  })

  test.each([
    ['a duration of a ban', ['ban', 'AAAAA1', 'spam', '--days', '7']],
    ['the texts of a muted user', ['mute', 'AAAAA1', 'spam', '--days', '7', '--hide-content']],
    ['a misspelled option', ['ban', 'AAAAA1', 'spam', '--hide-contents', 'No signals']],
    ['a misspelled option of an act on a text', ['hide', 'post', '1', 'spam', '--dry-run']],
  ])('refuse %s with the usage', async (_, args) => {
    const { code, errors } = await fixture.run('admin', ...args)
    expect([code, errors]).toEqual([2, expect.stringMatching(/^Usage: npm run admin/)])
  })

  test('change nothing when their row of the audit cannot be written', async () => {
    const file = `${fixture.folder}/kim.json`
    const alter = async (change: string) => {
      const database = await fixture.open()
      await database.query(statement(`ALTER TABLE moderation_act ${change}`))
      await database.close()
    }
    await alter('ADD CONSTRAINT no_acts CHECK (false) NOT VALID')
    const before = await levels()
    for (const action of [
      ['grant', 'AAAAA1', '9'],
      ['end-sessions', 'AAAAA1'],
      ['export', 'AAAAA1', file],
    ]) {
      const { code, errors } = await fixture.run('admin', ...action)
      expect([code, errors]).toEqual([1, expect.stringContaining('no_acts')])
    }
    await alter('DROP CONSTRAINT no_acts')
    expect(await levels()).toEqual(before)
    expect((await fixture.run('admin', 'export', 'AAAAA1', file)).code).toBe(0)
  })
})
