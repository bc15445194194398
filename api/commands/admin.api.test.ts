import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createAccountStore } from '#api/accounts/store.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { type CommandRig, commandRig } from '#tests/support/command-rig.ts'

let rig: CommandRig

async function levels(): Promise<Record<string, number>> {
  const database = await rig.open()
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
  rig = await commandRig()
  const database = await rig.open()
  const store = createAccountStore(database)
  const person = { method: 'local', nickname: 'Kim', isAdmin: 0, now: 1_790_000_000_000 } as const
  const add = (issuer: string, subject: string, email: string, uniqueCode: string) =>
    store.create({ ...person, issuer, subject, email, uniqueCode })
  await add('https://accounts.google.com', 'g1', 'kim@example.com', 'AAAAA1')
  await add('http://127.0.0.1:1', 'l1', 'Kim@Example.com', 'AAAAA2')
  await add('https://accounts.google.com', 'g2', 'lee@example.com', 'AAAAA3')
  await add('urn:tidemark:demo', 'd1', 'kim@example.com', 'AAAAA4')
  await database.query(statement("UPDATE user_account SET is_demo = true WHERE subject = 'd1'"))
  await database.close()
})

afterAll(() => rig.dispose())

describe('the admin command', () => {
  test('tells that there are no admins yet', async () => {
    expect(await rig.run('admin', 'list')).toEqual({
      code: 0,
      said: 'There are no admins.',
      complained: '',
    })
  })

  test('grants every account of an e-mail, says which, and leaves demo accounts alone', async () => {
    const { code, said } = await rig.run('admin', 'grant', 'KIM@example.com')
    expect(code).toBe(0)
    expect(said.split('\n').sort()).toEqual([
      'admin, level 1: Kim@Example.com  Kim (AAAAA2), signs in by http://127.0.0.1:1',
      'admin, level 1: kim@example.com  Kim (AAAAA1), signs in by https://accounts.google.com',
    ])
    expect(await levels()).toEqual({ g1: 1, l1: 1, g2: 0, d1: 0 })
  })

  test('grants a level, lists the highest first, and takes it back', async () => {
    expect((await rig.run('admin', 'grant', 'lee@example.com', '9')).code).toBe(0)
    const { said } = await rig.run('admin', 'list')
    expect(said.split('\n').map((line) => line.slice(0, 24))).toEqual([
      'level 9  lee@example.com',
      'level 1  kim@example.com',
      'level 1  Kim@Example.com',
    ])
    expect((await rig.run('admin', 'revoke', 'kim@example.com')).said).toStartWith(
      'no admin any more: ',
    )
    expect(await levels()).toEqual({ g1: 0, l1: 0, g2: 9, d1: 0 })
  })

  test('says in one line that nobody was found', async () => {
    const { code, said, complained } = await rig.run('admin', 'grant', 'nobody@example.com')
    expect([code, said]).toEqual([1, ''])
    expect(complained).toStartWith('Nobody with the e-mail nobody@example.com has signed in yet.')
    expect(complained).not.toContain('\n')
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
  ])('explains itself when given %j', async (args) => {
    const before = await levels()
    const { code, complained } = await rig.run('admin', ...args)
    expect(code).toBe(2)
    expect(complained).toStartWith('Usage: npm run admin -- grant EMAIL')
    expect(await levels()).toEqual(before)
  })

  test('says in one line that the embedded database is in use; PostgreSQL is shared', async () => {
    const database = await rig.open()
    const { code, complained } = await rig.run('admin', 'list')
    await database.close()
    if (rig.config.databaseUrl !== null) expect(code).toBe(0)
    else {
      expect(code).toBe(1)
      expect(complained).toContain(`is in use by process ${process.pid}`)
      expect(complained).not.toContain('\n')
    }
  })

  test('an unknown command is named with those there are', async () => {
    const { code, complained } = await rig.run('toString')
    expect(code).toBe(2)
    expect(complained).toBe(
      'There is no command toString; there are: admin, seed, backup, restore.',
    )
  })
})
