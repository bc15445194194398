import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createAccountStore } from '#api/accounts/store.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { type CommandFixture, createCommandFixture } from '#tests/support/command-fixture.ts'

let fixture: CommandFixture

async function levels(): Promise<Record<string, number>> {
  const database = await fixture.open()
  const rows = await database.query(
    statement('SELECT subject, is_admin FROM user_account', {
      subject: column.text,
      is_admin: column.int,
    }),
  )
  await database.close()
  return Object.fromEntries(rows.map((row) => [row.subject, row.is_admin]))
}

beforeAll(async () => {
  fixture = await createCommandFixture()
  const database = await fixture.open()
  const store = createAccountStore(database)
  const person = { method: 'local', nickname: 'Kim', isAdmin: 0, now: 1_790_000_000_000 } as const
  const add = (issuer: string, subject: string, email: string, uniqueCode: string) =>
    store.insert({ ...person, issuer, subject, email, uniqueCode })
  await add('https://accounts.google.com', 'g1', 'kim@example.com', 'AAAAA1')
  await add('http://127.0.0.1:1', 'l1', 'Kim@Example.com', 'AAAAA2')
  await add('https://accounts.google.com', 'g2', 'lee@example.com', 'AAAAA3')
  await add('urn:tidemark:demo', 'd1', 'kim@example.com', 'AAAAA4')
  await database.query(statement("UPDATE user_account SET is_demo = true WHERE subject = 'd1'"))
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

  test('grants and prints every account of an email, except demo accounts', async () => {
    const { code, output } = await fixture.run('admin', 'grant', 'KIM@example.com')
    expect(code).toBe(0)
    expect(output.split('\n').sort()).toEqual([
      'admin, level 1: Kim@Example.com  Kim (AAAAA2), signs in by http://127.0.0.1:1',
      'admin, level 1: kim@example.com  Kim (AAAAA1), signs in by https://accounts.google.com',
    ])
    expect(await levels()).toEqual({ g1: 1, l1: 1, g2: 0, d1: 0 })
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
    expect(await levels()).toEqual({ g1: 0, l1: 0, g2: 9, d1: 0 })
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
  ])('prints its usage when given %j', async (args) => {
    const before = await levels()
    const { code, errors } = await fixture.run('admin', ...args)
    expect(code).toBe(2)
    expect(errors).toStartWith('Usage: npm run admin -- grant EMAIL')
    expect(await levels()).toEqual(before)
  })

  test('fails with one line while the embedded database is in use; PostgreSQL is shared', async () => {
    const database = await fixture.open()
    const { code, errors } = await fixture.run('admin', 'list')
    await database.close()
    if (fixture.config.databaseUrl !== null) expect(code).toBe(0)
    else {
      expect(code).toBe(1)
      expect(errors).toContain(`is in use by process ${process.pid}`)
      expect(errors).not.toContain('\n')
    }
  })

  test('names the known commands for an unknown one', async () => {
    const { code, errors } = await fixture.run('toString')
    expect(code).toBe(2)
    expect(errors).toBe('There is no command toString; there are: admin, seed, backup, restore.')
  })
})
