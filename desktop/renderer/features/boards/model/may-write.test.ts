import { expect, test } from 'bun:test'
import { mayWriteOn } from './may-write.ts'

test('notices are for admins, the other boards for everybody', () => {
  const [guest, member, admin] = [null, { is_admin: 0 }, { is_admin: 2 }]
  expect([guest, member, admin].map((user) => mayWriteOn('notices', user))).toEqual([
    false,
    false,
    true,
  ])
  for (const board of ['frees', 'suggestions'] as const) {
    expect([guest, member, admin].map((user) => mayWriteOn(board, user))).toEqual([
      true,
      true,
      true,
    ])
  }
})
