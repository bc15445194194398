import { expect, test } from 'bun:test'
import { createLog } from './log.ts'

/** The lines that a log writes. */
function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('trace', { write: (line) => lines.push(line) }))
  return lines.join('')
}

const HIDDEN = [
  'authorization',
  'token',
  'tokenId',
  'accessToken',
  'refreshToken',
  'jwtSecret',
  'databaseUrl',
  'databaseDirectUrl',
  'email',
]

test.each(HIDDEN)('redacts %s at any depth', (name) => {
  const secret = { [name]: 'hunter2' }
  const text = written((log) => {
    log.info(secret, 'top')
    log.warn({ user: secret }, 'one down')
    log.error({ request: { headers: secret } }, 'two down')
    log.child({ id: 1 }).debug(secret, 'of a child')
  })
  expect(text).not.toContain('hunter2')
  expect(text.split('[hidden]')).toHaveLength(5)
})

test('redacts the values that a database error quotes', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "x"'), {
    code: '23505',
    detail: 'Key (email)=(mina@example.com) already exists.',
    where: 'COPY user_account, line 1: "mina@example.com"',
  })
  const text = written((log) => log.error({ err: error, requestId: 'r' }, 'request failed'))
  expect(text).toContain('23505')
  expect(text).toContain('duplicate key')
  expect(text).not.toContain('mina@example.com')
})

test('writes JSON lines with an ISO time and a level', () => {
  const line: unknown = JSON.parse(written((log) => log.info({ a: 1 }, 'hello')))
  expect(line).toMatchObject({ level: 30, msg: 'hello', a: 1 })
  expect(line).toHaveProperty('time', expect.stringMatching(/^\d{4}-.*Z$/))
})

test('silent writes nothing', () => {
  const lines: string[] = []
  createLog('silent', { write: (line) => lines.push(line) }).error('x')
  expect(lines).toEqual([])
})
